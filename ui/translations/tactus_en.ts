<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>tactus::ui</name>
    <message numerus="yes">
        <source>The files of %n song(s) are missing, or their disk is not connected. Remove the songs from the index? Tactus does not touch any files.</source>
        <translation>
            <numerusform>The file of %n song is missing, or its disk is not connected. Remove the song from the index? Tactus does not touch any files.</numerusform>
            <numerusform>The files of %n songs are missing, or their disk is not connected. Remove the songs from the index? Tactus does not touch any files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) forgotten</source>
        <translation>
            <numerusform>%n song forgotten</numerusform>
            <numerusform>%n songs forgotten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) in %1</source>
        <translation>
            <numerusform>%n song in %1</numerusform>
            <numerusform>%n songs in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationEditor</name>
    <message numerus="yes">
        <source>Copied %n beat(s) of chords.</source>
        <translation>
            <numerusform>Copied one beat of chords.</numerusform>
            <numerusform>Copied %n beats of chords.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%L1 BPM from %n tap(s)</source>
        <translation>
            <numerusform>%L1 BPM from %n tap</numerusform>
            <numerusform>%L1 BPM from %n taps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::CorpusPanel</name>
    <message numerus="yes">
        <source>%n song(s)</source>
        <translation>
            <numerusform>1 song</numerusform>
            <numerusform>%n songs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>1 error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>1 warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::LatencyDialog</name>
    <message numerus="yes">
        <source>%n tap(s): %1 ms, uncertain by %2 ms</source>
        <translation>
            <numerusform>1 tap: %1 ms, uncertain by %2 ms</numerusform>
            <numerusform>%n taps: %1 ms, uncertain by %2 ms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryModel</name>
    <message numerus="yes">
        <source>%n star(s)</source>
        <translation>
            <numerusform>%n star</numerusform>
            <numerusform>%n stars</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryPage</name>
    <message numerus="yes">
        <source>%1 song(s)</source>
        <translation>
            <numerusform>%1 song</numerusform>
            <numerusform>%1 songs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::MarkCommands</name>
    <message numerus="yes">
        <source>%n playlist(s) imported</source>
        <translation>
            <numerusform>%n playlist imported</numerusform>
            <numerusform>%n playlists imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) with stars or colours</source>
        <translation>
            <numerusform>%n song with stars or colours</numerusform>
            <numerusform>%n songs with stars or colours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n playlist(s) there already</source>
        <translation>
            <numerusform>%n playlist there already</numerusform>
            <numerusform>%n playlists there already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) keep other stars or colours</source>
        <translation>
            <numerusform>%n song keeps other stars or colours</numerusform>
            <numerusform>%n songs keep other stars or colours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) found by file name</source>
        <translation>
            <numerusform>%n song found by file name</numerusform>
            <numerusform>%n songs found by file name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) not here</source>
        <translation>
            <numerusform>%n song not here</numerusform>
            <numerusform>%n songs not here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No stars for %n song(s)</source>
        <translation>
            <numerusform>No stars for %n song</numerusform>
            <numerusform>No stars for %n songs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n song(s)</source>
        <translation>
            <numerusform>%1 for %n song</numerusform>
            <numerusform>%1 for %n songs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) added to %1</source>
        <translation>
            <numerusform>%n song added to %1</numerusform>
            <numerusform>%n songs added to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) moved</source>
        <translation>
            <numerusform>%n song moved</numerusform>
            <numerusform>%n songs moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) removed from the playlist, Ctrl+Z brings them back</source>
        <translation>
            <numerusform>%n song removed from the playlist, Ctrl+Z brings it back</numerusform>
            <numerusform>%n songs removed from the playlist, Ctrl+Z brings them back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) of this library are not in the index yet. Tag and add them now?</source>
        <translation>
            <numerusform>%n song of this library is not in the index yet. Tag and add it now?</numerusform>
            <numerusform>%n songs of this library are not in the index yet. Tag and add them now?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::PlaceDialog</name>
    <message numerus="yes">
        <source>The song has %n bar(s).</source>
        <translation>
            <numerusform>The song has one bar.</numerusform>
            <numerusform>The song has %n bars.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::ReviewSession</name>
    <message numerus="yes">
        <source>%n beat(s)</source>
        <translation>
            <numerusform>1 beat</numerusform>
            <numerusform>%n beats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n beat(s)</source>
        <translation>
            <numerusform>Add a beat</numerusform>
            <numerusform>Add %n beats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The networks hear bars begin elsewhere: %n beat(s) later?</source>
        <translation>
            <numerusform>The networks hear bars begin elsewhere: one beat later?</numerusform>
            <numerusform>The networks hear bars begin elsewhere: %n beats later?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The networks hear bars begin elsewhere: %n beat(s) earlier?</source>
        <translation>
            <numerusform>The networks hear bars begin elsewhere: one beat earlier?</numerusform>
            <numerusform>The networks hear bars begin elsewhere: %n beats earlier?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::SheetOptions</name>
    <message numerus="yes">
        <source>Fit on %n page(s)</source>
        <translation>
            <numerusform>Fit on %n page</numerusform>
            <numerusform>Fit on %n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongLyrics</name>
    <message numerus="yes">
        <source>%n note(s) on the lyrics: %1</source>
        <translation>
            <numerusform>%n note on the lyrics: %1</numerusform>
            <numerusform>%n notes on the lyrics: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongSession</name>
    <message numerus="yes">
        <source>Exported %n file(s)</source>
        <translation>
            <numerusform>Exported %n file</numerusform>
            <numerusform>Exported %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::SpeedPage</name>
    <message numerus="yes">
        <source>, %n thread(s)</source>
        <translation>
            <numerusform>, 1 thread</numerusform>
            <numerusform>, %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n measurement(s). GFLOP/s count the multiplications and additions of the matrix products. Real time means %1 frames per second.</source>
        <translation>
            <numerusform>One measurement. GFLOP/s count the multiplications and additions of the matrix products. Real time means %1 frames per second.</numerusform>
            <numerusform>%n measurements. GFLOP/s count the multiplications and additions of the matrix products. Real time means %1 frames per second.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::TempoLane</name>
    <message numerus="yes">
        <source>%n tempo(s)</source>
        <translation>
            <numerusform>1 tempo</numerusform>
            <numerusform>%n tempi</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainPage</name>
    <message numerus="yes">
        <source>%n song(s) added to the corrections.</source>
        <translation>
            <numerusform>One song added to the corrections.</numerusform>
            <numerusform>%n songs added to the corrections.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrected song(s). Press Start when you are ready.</source>
        <translation>
            <numerusform>One corrected song. Press Start when you are ready.</numerusform>
            <numerusform>%n corrected songs. Press Start when you are ready.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::UserLaneMenu</name>
    <message numerus="yes">
        <source>%n lane(s) imported</source>
        <translation>
            <numerusform>%n lane imported</numerusform>
            <numerusform>%n lanes imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mark(s) found</source>
        <translation>
            <numerusform>%n mark found</numerusform>
            <numerusform>%n marks found</numerusform>
        </translation>
    </message>
</context>
</TS>
