<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ColourMap</name>
    <message>
        <source>Viridis</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Magma</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Black on white</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>ConfigForm</name>
    <message>
        <source>Task</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Initial model</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Network layers</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Network hidden</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Batches size</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Batches crop seconds</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Schedule epochs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Schedule patience</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Optimiser learning rate</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>CorpusPanel</name>
    <message>
        <source>Validation share</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Share of the songs without a split that are used for validation, from 0 to 0.9. Default: 0.1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Train at most</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Largest number of training songs. Default: all</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Validate at most</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Largest number of validation songs. Default: all</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>JAMS, everything in one file</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chord labels</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats and their places in the bar</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Main key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Keys and their times</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIREX beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIREX downbeats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIREX key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIREX chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table of everything</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table of beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table of chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Audacity label track of beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Audacity label track of chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sonic Visualiser beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sonic Visualiser chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIDI tempo map with chord markers</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>RWC beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chords by bars</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>rekordbox collection</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>ChordPro sheet</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MIDI tempo map that plays the chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>MusicXML lead sheet</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>ScorePanel</name>
    <message>
        <source>Beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Downbeats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>pairwise F</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui</name>
    <message>
        <source>This is not a key. Examples: C, Am, F# minor, D dorian.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A section needs a name.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>There is not enough space. Free some, or choose another folder.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>You have no permission to write there. Change it, or choose another folder.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The folder does not exist, or it is a file. Choose another folder.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus cannot save %1: %2.
%3</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus cannot save %1.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save picture</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save table</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Later by 10 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Earlier by 10 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Later by 1 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Earlier by 1 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select nothing</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next doubtful place</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Most doubtful place</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Checked (locked)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Set tempo...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>One constant tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>All beats later by 10 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>All beats earlier by 10 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>All beats later by 1 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>All beats earlier by 1 ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add beat at the cursor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tap beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Find beats again around mine</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This is beat one</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bars one beat later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bars one beat earlier</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats per bar</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Double tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo grid</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Previous beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Split at the cursor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Copy chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Paste chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Repeat the selected chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Previous chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A section begins here...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name section...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Previous section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A key begins here...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name key...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Previous key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Structure</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ActivationView</name>
    <message>
        <source>Beat activation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tag the song to see its activations</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>downbeat</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotatePage</name>
    <message>
        <source>Select a passage first: there is no chord at the cursor.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select a passage first: there is no key or section at the cursor.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Set tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo of the song in BPM:</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo of %1 of %2 beats in BPM:</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationDocument</name>
    <message>
        <source>This song is checked. Unlock it before you tag it again.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tag</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This song is checked. Unlock it to change it.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Mark as checked</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Unlock</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationEditor</name>
    <message>
        <source>Move beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Change beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>There is already a beat here.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>There are no beats yet: tag the song, or tap them with T.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tap beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>To delete, choose a beat, chord, key or section, or select a passage.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This is beat one</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Shift bars</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Set meter</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Double tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Set tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Grid later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Grid earlier</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>One constant tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No single tempo goes through the beats that you set here. Move or delete one of them.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This song has no activations yet: tag it first.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Find beats again</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Move chord boundary</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Move key boundary</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Move section boundary</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select a passage first: there is no chord at the cursor.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select a passage first: there is no key at the cursor.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select a passage first: there is no section at the cursor.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>New chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>New key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>New section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Delete section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Split chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Split key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Split section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select the chords to merge.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select the keys to merge.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select the sections to merge.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Merge chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Merge keys</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Merge sections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select the chords to copy.</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>Copied %n beat(s) of chords.</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>Copy a passage of chords first.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Paste chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select the passage to repeat.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Repeat chords</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationTables</name>
    <message>
        <source>Beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::AudioOutput</name>
    <message>
        <source>Tactus cannot open %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The audio device stopped (error %1)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No screen: playback is silent</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No audio device: playback is silent</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BackgroundTagger</name>
    <message>
        <source>Choose the models in Settings (Ctrl+,).</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BarChart</name>
    <message>
        <source>Nothing measured yet</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BatchModel</name>
    <message>
        <source>Song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Real time</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>tagging</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>tagging %1 %</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>tagged</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>damaged audio</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>skipped</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>exists</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 x</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BatchPage</name>
    <message>
        <source>Add &amp;files...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add f&amp;older...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Cl&amp;ear</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Re&amp;try failed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>For&amp;mats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>beside each song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>O&amp;utput folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Choose the output folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>keep, report them</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>keep, add missing</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>overwrite</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>E&amp;xisting files</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Activations (.npy)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Also save the outputs of the networks for every frame</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&lt;h3&gt;No songs in the queue&lt;/h3&gt;&lt;p&gt;Drop audio files or folders here, or add them above.&lt;/p&gt;&lt;p&gt;Tactus tags each song with beats, downbeats, chords and key. Existing files stay unless you choose to overwrite them.&lt;/p&gt;</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Songs done</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%v of %m songs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add songs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add all songs of a folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Output folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Cancelling...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 tagged</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 kept</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 damaged</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 existed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 failed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 cancelled</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 times real time</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BeatLane</name>
    <message>
        <source>Beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats and bars. The table of beats shows the same as text.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No beats yet: Tag (Ctrl+T), double-click, or tap T while it plays</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open a song (Ctrl+O) or a folder (Ctrl+Shift+O), or drop files here</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::BeatTableModel</name>
    <message>
        <source>Time (s)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bar</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ChordLane</name>
    <message>
        <source>Chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chords. The table of chords shows the same as text.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No chords yet: Tag (Ctrl+T), or select a passage and press Return</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ChromagramView</name>
    <message>
        <source>Chroma</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ConfigEditor</name>
    <message>
        <source>Configuration as YAML</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Begin with a recipe above, or write YAML here.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Meaning of the key at the cursor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Errors of the configuration</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Click an error to go to its place</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Configuration as a form</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Value: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Default: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No errors</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Press Ctrl+Space to see what you can write at the cursor.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::CorpusPanel</name>
    <message>
        <source>Remove</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Corpus</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Corpora</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add manifest...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add folder...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Looks for missing and unreadable files, shifted annotations, copies and songs in two splits</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add a corpus</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Manifest (*.yaml *.yml)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n song(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>%1, no errors</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>not checked</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No corpus yet. Add a manifest, or a folder of songs with their annotations.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Formats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Saves everything.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Does not save: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Choose...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Export to</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 does not save: %2.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 exists and will be replaced. If Tactus did not write it, it stays as %1.orig.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::FileActions</name>
    <message>
        <source>none</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1: %2 becomes %3</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open folder...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open recent</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Export...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Song details...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write tempo and key into the audio file...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write beat grid into the audio file...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tag with the networks</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Stop tagging</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Load reference...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Close reference</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus saves them to %1.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Music and annotations (%1 *.jams *.lab *.beats *.svl *.csv);;All files (*)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Another program changed %1 after you opened it.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>If you replace it, those changes are lost. Save as... keeps both.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 already exists.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>If you replace it, its annotation is lost.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>JAMS (*.jams)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Load reference</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Annotations (*.jams *.lab *.beats *.txt *.svl *.csv *.mid *.xml *.cho);;All files (*)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Song details</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The audio file needs no change: it has this tempo and key, or none is known.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The audio file needs no change: it has this grid, or no beats are known.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write tags</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write into the tags of %1?</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The tags of the audio file are written.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Unsaved work found</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus ended before your changes to %1 were saved.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>If you recover them, no file changes until you save.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Recover</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::KeyLane</name>
    <message>
        <source>Keys</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Keys. The table of keys shows the same as text.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No keys yet: Tag (Ctrl+T), or press J where one begins</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::LaneMenu</name>
    <message>
        <source>&amp;Lanes</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::LatencyDialog</name>
    <message>
        <source>Output latency</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Start the clicks and tap the space bar with them at least %1 times. Tactus then shows the cursor where you hear the sound and puts tapped beats where you meant them.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1. You can set the latency by hand.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Start the clicks</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source> ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Output latency in milliseconds</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>You hear the sound later by</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Stop the clicks</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n tap(s): %1 ms, uncertain by %2 ms</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>%1 of %2 taps</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::LinePlot</name>
    <message>
        <source>Nothing yet</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as picture...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 (raw)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::MainWindow</name>
    <message>
        <source>Annotate</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Songs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Settings...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>About Tactus</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus %1
Beats, downbeats and chords from recorded music.
GPL-3.0-or-later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Whole song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Onsets</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Faint lines where notes begin</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tint by confidence</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats and chords with less confidence get more colour</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Previous song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Least sure songs first</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Review queue</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tagging...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tagging is running</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Stops the tagging (Ctrl+Shift+T)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Cursor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1   selected %2 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Learn from corrections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>First open a folder with songs that you have checked.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus[*]</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 (checked)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1[*] - Tactus</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>Exported %n file(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::PlaybackBar</name>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>To the start</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Loop the selection</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Clicks on beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chord tones</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Follow playback</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Calibrate latency...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Clicks</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tones</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1: silent</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1: %2 dB</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Position</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Speed, at the same pitch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Music volume</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Click volume</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chord tone volume</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Music</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Slower</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Faster</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::PosteriorgramView</name>
    <message>
        <source>Chord activation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tag the song to see its activations</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Major and minor of each root</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Every chord</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ReferenceLane</name>
    <message>
        <source>Reference</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The reference: green where it agrees with the annotation, red where it does not.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No reference: File, Load reference...</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ReviewPanel</name>
    <message>
        <source>Places that are done</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%v of %m done</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Doubtful places</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Corrections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Accept</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The place is right (A)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Plays the bars around the place (Return)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Next song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Opens the next song of the list (N)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>odd</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1   %2</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ReviewSession</name>
    <message>
        <source>No song is open.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This song has no beats and chords yet.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This song has no confidences, so Tactus cannot rank its places.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>All doubtful places are done.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Accept</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bars are not deleted. Choose a correction with its digit.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats too close</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Missing beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Extra beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo jump</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Twice the tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half the tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bar %1 has %2</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n beat(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>Bar %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bars %1-%2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chord %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>bar %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>bars %1-%2</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>Add %n beat(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>Delete the beat at %1 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Even out the beat at %1 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Count %1 in %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>One beat later: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>One beat earlier: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Double tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1   %2 %</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::RulerView</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SampleView</name>
    <message>
        <source>Output of the network for a validation song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>After each epoch: output of the network for a validation song</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1, %2 to %3 s, after epoch %4</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>annotated</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ScorePanel</name>
    <message>
        <source>Scores against the reference</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The reference has no layer that Tactus can score.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SectionLane</name>
    <message>
        <source>Sections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sections. The table of sections shows the same as text.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No sections yet: press H where one begins, or select a passage and press Shift+H</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SegmentEntry</name>
    <message>
        <source>Chord, such as Dm7 or Bb/D</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chord name</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Likely chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key, such as Am or Eb major</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key name</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Likely keys</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Section, such as verse</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Section name</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Usual sections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1	%2 %</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SegmentLane</name>
    <message>
        <source>, confidence %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1, %2 s to %3 s%4</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SegmentTableModel</name>
    <message>
        <source>Chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Section</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Start (s)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>End (s)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SettingsDialog</name>
    <message>
        <source>Chords as musicians write them (Dm7, not D:min7)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Snap dragged beats and boundaries (hold Alt to drag freely)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Same as the system</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>the shipped models</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Language, from the next start</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Review the least sure</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save a recovery file every</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Device for tagging</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Models (files or names, with ;)</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::ShortcutSheet</name>
    <message>
        <source>Wheel</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Scroll</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Middle drag</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Move the view</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Click</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Sets the cursor; chooses a beat or chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Drag, Shift + click</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Select a passage</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Drag a beat or a chord's edge</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Moves it to the nearest onset or beat; hold Alt to move it freely</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Double click in Beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Adds a beat</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Double click in Chords, capital letter</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Names the chord</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Right click</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Menu of the lane</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Mouse on the lanes</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SongDetailsDialog</name>
    <message>
        <source>Song details</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Artist</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A&amp;lbum</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Track</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo in the file</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Key in the file</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Annotated by</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This song is checked. Unlock it (Ctrl+L) to change its names.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SongList</name>
    <message>
        <source>tagged</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>edited</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>checked</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>untagged</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open a folder (Ctrl+Shift+O) to see its songs here.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Filter songs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Songs of the folder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>There is no audio file in %1.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1  %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SongSession</name>
    <message>
        <source>This song is checked. Unlock it before you tag it again.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Your changes during tagging stay. Press Ctrl+T to replace them with the tags.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus cannot read the reference %1. Choose another one: File, Load reference.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tagging stopped. Press Ctrl+T to start it again.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>
Your work is not lost: save it elsewhere with File, Save as...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus had not written that file: it is kept as %1.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SpectrogramView</name>
    <message>
        <source>Colours</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Gain</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Frequencies</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Linear</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 samples</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Spectrogram</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 kHz</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::SpeedPage</name>
    <message numerus="yes">
        <source>, %n thread(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Way</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Units</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Frames</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Of peak</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Real time</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Measurements</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Bars for</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Bars</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus cannot measure a graphics card: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Nothing was measured: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Si&amp;zes</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table, short</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table, whole (minutes)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Processor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The processor of this computer</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Graphics card</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A CUDA device, if this computer has one</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Ladder</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Every way to compute the layers, from the simplest to the fastest</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>speed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Save as picture...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Model %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 x</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1: %2 layers of %3 units, batch %4, %5 frames</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 GFLOP/s   %2 x real time</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>   %1 x faster</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>   %1 % of peak</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Measuring: %1 done. Other programs on this computer slow it down.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Measures bidirectional LSTM layers on random data. Tagging and training spend most of their time in such layers.</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n measurement(s). GFLOP/s count the multiplications and additions of the matrix products. Real time means %1 frames per second.</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source> The model has %1 networks: tagging runs all of them.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TempoLane</name>
    <message>
        <source>free tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>constant %1 BPM</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n tempo(s)</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>%1 and free beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>No tempo grid</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tempo grid: %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 BPM at the cursor</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainControls</name>
    <message>
        <source>&amp;Start</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Starts a new run with the configuration</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Saves the state and waits; the songs stay in memory</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Continues a run that was paused, stopped or interrupted</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&amp;Kill</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Ends the run at once and keeps only the last checkpoint</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Finishes the batch, writes a checkpoint and ends</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Kill the run?</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The run is about to save its state and end. If you kill it, it loses all progress since the last checkpoint.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainCurves</name>
    <message>
        <source>beats F</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>downbeats F</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Loss per batch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Loss per epoch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>epoch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Validation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 training</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 validation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>smoothed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>training</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainFigures</name>
    <message>
        <source>%1 MiB</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Frames/s</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Left</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>GPU memory</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>none (no GPU in use)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Figures of the run</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>&lt;b&gt;No run yet.&lt;/b&gt;&lt;br&gt;Choose a recipe, add a corpus and start. A run continues after you close the window; you find it here when you open it again.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Songs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 + %2 for validation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Best</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 in epoch %2</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainPage</name>
    <message>
        <source>Configuration</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Messages of the run appear here.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tag the open song with this model</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>First training</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Beats recipe</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Chords recipe</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open recipe...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open run...</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Learn from corrections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Trains a shipped model further on the songs that you have checked</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add the checked songs to the corrections</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Fine-tune beats</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Fine-tune chords</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Add a corpus, then start.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open a training configuration</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Configuration (*.yaml *.yml)</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Open a training run</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Log or model (*.progress *.log *.safetensors)</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n song(s) added to the corrections.</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>There are no corrections yet. Check songs on the Annotate page, then add them.</source>
        <translation type="unfinished"/>
    </message>
    <message numerus="yes">
        <source>%n corrected song(s). Press Start when you are ready.</source>
        <translation type="unfinished">
            <numerusform/>
            <numerusform/>
        </translation>
    </message>
    <message>
        <source>Replace the run?</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>%1 already exists.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source> Resume continues the existing run.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>A new run replaces %1. To keep both, set another output in the configuration.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The configuration has errors. Correct those in the list below the text.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>This run is already active.</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Tactus cannot save %1.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainRun</name>
    <message>
        <source>Tactus cannot start %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>ended</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>features %1 of %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>training</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>pausing</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>stopping</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>ended unexpectedly</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The process ended unexpectedly. It may have been killed or run out of memory.</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainRunList</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Best</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Checked runs are compared in the curves</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::TrainWatch</name>
    <message>
        <source>Epoch of the sample</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>The same passage after earlier epochs</source>
        <translation type="unfinished"/>
    </message>
</context>
<context>
    <name>tactus::ui::WaveformView</name>
    <message>
        <source>Waveform</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Opening</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Reading: %1 %</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Height x %1</source>
        <translation type="unfinished"/>
    </message>
</context>
</TS>
