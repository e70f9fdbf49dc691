<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ColourMap</name>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Magma</source>
        <translation>Magma</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>Schwarz auf Weiß</translation>
    </message>
</context>
<context>
    <name>ConfigForm</name>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Initial model</source>
        <translation>Ausgangsmodell</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Network layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Network hidden</source>
        <translation>Einheiten je Schicht</translation>
    </message>
    <message>
        <source>Batches size</source>
        <translation>Stapelgröße</translation>
    </message>
    <message>
        <source>Batches crop seconds</source>
        <translation>Ausschnitt in Sekunden</translation>
    </message>
    <message>
        <source>Schedule epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Schedule patience</source>
        <translation>Geduld in Epochen</translation>
    </message>
    <message>
        <source>Optimiser learning rate</source>
        <translation>Lernrate</translation>
    </message>
</context>
<context>
    <name>CorpusPanel</name>
    <message>
        <source>Validation share</source>
        <translation>Anteil Validierung</translation>
    </message>
    <message>
        <source>Share of the songs without a split that are used for validation, from 0 to 0.9. Default: 0.1</source>
        <translation>Anteil der Songs ohne Aufteilung, die zur Validierung dienen, von 0 bis 0.9. Vorgabe: 0.1</translation>
    </message>
    <message>
        <source>Train at most</source>
        <translation>Training max.</translation>
    </message>
    <message>
        <source>Largest number of training songs. Default: all</source>
        <translation>Größte Zahl der Trainingssongs. Vorgabe: alle</translation>
    </message>
    <message>
        <source>Validate at most</source>
        <translation>Validierung max.</translation>
    </message>
    <message>
        <source>Largest number of validation songs. Default: all</source>
        <translation>Größte Zahl der Validierungssongs. Vorgabe: alle</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>JAMS, everything in one file</source>
        <translation>JAMS, alles in einer Datei</translation>
    </message>
    <message>
        <source>Chord labels</source>
        <translation>Akkordnamen</translation>
    </message>
    <message>
        <source>Beats and their positions in the bar</source>
        <translation>Schläge und ihre Plätze im Takt</translation>
    </message>
    <message>
        <source>Main key</source>
        <translation>Haupttonart</translation>
    </message>
    <message>
        <source>Keys and their times</source>
        <translation>Tonarten und ihre Zeiten</translation>
    </message>
    <message>
        <source>MIREX beats</source>
        <translation>MIREX: Schläge</translation>
    </message>
    <message>
        <source>MIREX downbeats</source>
        <translation>MIREX: Taktanfänge</translation>
    </message>
    <message>
        <source>MIREX key</source>
        <translation>MIREX: Tonart</translation>
    </message>
    <message>
        <source>MIREX chords</source>
        <translation>MIREX: Akkorde</translation>
    </message>
    <message>
        <source>Table of everything</source>
        <translation>Tabelle von allem</translation>
    </message>
    <message>
        <source>Table of beats</source>
        <translation>Tabelle der Schläge</translation>
    </message>
    <message>
        <source>Table of chords</source>
        <translation>Tabelle der Akkorde</translation>
    </message>
    <message>
        <source>Audacity label track of beats</source>
        <translation>Audacity-Textspur der Schläge</translation>
    </message>
    <message>
        <source>Audacity label track of chords</source>
        <translation>Audacity-Textspur der Akkorde</translation>
    </message>
    <message>
        <source>Sonic Visualiser beats</source>
        <translation>Sonic Visualiser: Schläge</translation>
    </message>
    <message>
        <source>Sonic Visualiser chords</source>
        <translation>Sonic Visualiser: Akkorde</translation>
    </message>
    <message>
        <source>MIDI tempo map with chord markers</source>
        <translation>MIDI-Tempospur mit Akkordmarken</translation>
    </message>
    <message>
        <source>RWC beats</source>
        <translation>RWC: Schläge</translation>
    </message>
    <message>
        <source>Chords by bars</source>
        <translation>Akkorde nach Takten</translation>
    </message>
    <message>
        <source>rekordbox collection</source>
        <translation>rekordbox-Sammlung</translation>
    </message>
    <message>
        <source>ChordPro sheet</source>
        <translation>ChordPro-Blatt</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>MIDI tempo map that plays the chords</source>
        <translation>MIDI-Tempospur, die die Akkorde spielt</translation>
    </message>
    <message>
        <source>MusicXML lead sheet</source>
        <translation>MusicXML-Leadsheet</translation>
    </message>
    <message>
        <source>MIREX sections</source>
        <translation>MIREX: Abschnitte</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tonarten</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Annotate</source>
        <translation>Annotieren</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Akkordblatt</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Leistung</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>The demo songs are not installed.</source>
        <translation>Die Demosongs sind nicht installiert.</translation>
    </message>
    <message>
        <source>%1: the demo songs cannot be copied there.</source>
        <translation>%1: Die Demosongs lassen sich nicht dorthin kopieren.</translation>
    </message>
    <message>
        <source>demo songs %1</source>
        <translation>Demosongs %1</translation>
    </message>
    <message>
        <source>The run has no validation song with audio.</source>
        <translation>Der Trainingslauf hat keinen Validierungssong mit Audio.</translation>
    </message>
    <message>
        <source>There is no older model for this task.</source>
        <translation>Für diese Aufgabe gibt es kein älteres Modell.</translation>
    </message>
    <message>
        <source>%1: old model %2, new model %3</source>
        <translation>%1: altes Modell %2, neues Modell %3</translation>
    </message>
    <message>
        <source>%1, old model</source>
        <translation>%1, altes Modell</translation>
    </message>
    <message>
        <source>%1, new model</source>
        <translation>%1, neues Modell</translation>
    </message>
    <message>
        <source>No validation songs</source>
        <translation>Keine Validierungssongs</translation>
    </message>
    <message>
        <source>No songs are set aside for validation. The run will have no scores, so nothing will show how well the network does on songs that it has not seen.</source>
        <translation>Kein Song dient der Validierung. Der Lauf bekommt keine Bewertung: Nichts zeigt, was das Netz mit unbekannten Songs macht.</translation>
    </message>
    <message>
        <source>Start anyway</source>
        <translation>Ohne starten</translation>
    </message>
    <message>
        <source>Replace the run?</source>
        <translation>Trainingslauf ersetzen?</translation>
    </message>
    <message>
        <source>%1 already exists.</source>
        <translation>%1 ist schon da.</translation>
    </message>
    <message>
        <source> Resume continues the existing run.</source>
        <translation> Fortsetzen führt den vorhandenen Lauf weiter.</translation>
    </message>
    <message>
        <source>A new run replaces %1. To keep both, set another output in the configuration.</source>
        <translation>Ein neuer Lauf ersetzt %1. Um beide zu behalten, in der Konfiguration eine andere Ausgabe setzen.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>%1 of %2 not opened: %3</source>
        <translation>%1 von %2 nicht geöffnet: %3</translation>
    </message>
</context>
<context>
    <name>ScorePanel</name>
    <message>
        <source>Beats</source>
        <translation>Schläge</translation>
    </message>
    <message>
        <source>Downbeats</source>
        <translation>Taktanfänge</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>pairwise F</source>
        <translation>paarweise F</translation>
    </message>
</context>
<context>
    <name>SongColours</name>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Aqua</source>
        <translation>Türkis</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>No colour</source>
        <translation>Keine Farbe</translation>
    </message>
</context>
<context>
    <name>SoundPart</name>
    <message>
        <source>Low</source>
        <translation>Tiefen</translation>
    </message>
    <message>
        <source>below 250 Hz: bass, bass drum</source>
        <translation>unter 250 Hz: Bass, Bassdrum</translation>
    </message>
    <message>
        <source>Mid</source>
        <translation>Mitten</translation>
    </message>
    <message>
        <source>250 to 2,500 Hz: voices, chords</source>
        <translation>250 bis 2.500 Hz: Stimmen, Akkorde</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>above 2,500 Hz: cymbals, attacks</source>
        <translation>über 2.500 Hz: Becken, Anschläge</translation>
    </message>
    <message>
        <source>Middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>what both channels share: often voice and bass</source>
        <translation>was beide Kanäle gemeinsam haben: oft Gesang und Bass</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>what differs between the channels</source>
        <translation>worin sich die Kanäle unterscheiden</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>the left channel; alone it is in both ears</source>
        <translation>der linke Kanal; allein ist er auf beiden Ohren</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>the right channel; alone it is in both ears</source>
        <translation>der rechte Kanal; allein ist er auf beiden Ohren</translation>
    </message>
</context>
<context>
    <name>tactus::ui</name>
    <message>
        <source>This is not a key. Examples: C, Am, F# minor, D dorian.</source>
        <translation>Das ist keine Tonart. Beispiele: C, Am, F# minor, D dorian.</translation>
    </message>
    <message>
        <source>A section needs a name.</source>
        <translation>Ein Abschnitt braucht einen Namen.</translation>
    </message>
    <message>
        <source>There is not enough space. Free some, or choose another folder.</source>
        <translation>Der Platz reicht nicht. Platz schaffen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>You have no permission to write there. Change the permissions, or choose another folder.</source>
        <translation>Dort ist das Schreiben nicht erlaubt. Die Rechte ändern oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>The folder does not exist, or it is a file. Choose another folder.</source>
        <translation>Der Ordner fehlt oder ist eine Datei. Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Tactus cannot save %1: %2.
%3</source>
        <translation>Tactus kann %1 nicht speichern: %2.
%3</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Later by 10 ms</source>
        <translation>10 ms später</translation>
    </message>
    <message>
        <source>Earlier by 10 ms</source>
        <translation>10 ms früher</translation>
    </message>
    <message>
        <source>Later by 1 ms</source>
        <translation>1 ms später</translation>
    </message>
    <message>
        <source>Earlier by 1 ms</source>
        <translation>1 ms früher</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>Nichts auswählen</translation>
    </message>
    <message>
        <source>Next doubtful place</source>
        <translation>Nächste zweifelhafte Stelle</translation>
    </message>
    <message>
        <source>Most doubtful place</source>
        <translation>Zweifelhafteste Stelle</translation>
    </message>
    <message>
        <source>Checked (locked)</source>
        <translation>Geprüft (gesperrt)</translation>
    </message>
    <message>
        <source>Set tempo...</source>
        <translation>Tempo setzen...</translation>
    </message>
    <message>
        <source>One constant tempo</source>
        <translation>Ein konstantes Tempo</translation>
    </message>
    <message>
        <source>All beats later by 10 ms</source>
        <translation>Alle Schläge 10 ms später</translation>
    </message>
    <message>
        <source>All beats earlier by 10 ms</source>
        <translation>Alle Schläge 10 ms früher</translation>
    </message>
    <message>
        <source>All beats later by 1 ms</source>
        <translation>Alle Schläge 1 ms später</translation>
    </message>
    <message>
        <source>All beats earlier by 1 ms</source>
        <translation>Alle Schläge 1 ms früher</translation>
    </message>
    <message>
        <source>Add beat at the cursor</source>
        <translation>Schlag am Cursor hinzufügen</translation>
    </message>
    <message>
        <source>Tap beat</source>
        <translation>Schlag klopfen</translation>
    </message>
    <message>
        <source>Find beats again around mine</source>
        <translation>Schläge um meine neu suchen</translation>
    </message>
    <message>
        <source>This is beat one</source>
        <translation>Hier ist die Eins</translation>
    </message>
    <message>
        <source>Bars one beat later</source>
        <translation>Takte einen Schlag später</translation>
    </message>
    <message>
        <source>Bars one beat earlier</source>
        <translation>Takte einen Schlag früher</translation>
    </message>
    <message>
        <source>Beats per bar</source>
        <translation>Schläge pro Takt</translation>
    </message>
    <message>
        <source>Double tempo</source>
        <translation>Tempo verdoppeln</translation>
    </message>
    <message>
        <source>Half tempo</source>
        <translation>Tempo halbieren</translation>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation>Einen halben Schlag später</translation>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation>Einen halben Schlag früher</translation>
    </message>
    <message>
        <source>Tempo grid</source>
        <translation>Taktraster</translation>
    </message>
    <message>
        <source>Next beat</source>
        <translation>Nächster Schlag</translation>
    </message>
    <message>
        <source>Previous beat</source>
        <translation>Voriger Schlag</translation>
    </message>
    <message>
        <source>Name...</source>
        <translation>Benennen...</translation>
    </message>
    <message>
        <source>Split at the cursor</source>
        <translation>Am Cursor teilen</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Copy chords</source>
        <translation>Akkorde kopieren</translation>
    </message>
    <message>
        <source>Paste chords</source>
        <translation>Akkorde einfügen</translation>
    </message>
    <message>
        <source>Repeat the selected chords</source>
        <translation>Gewählte Akkorde wiederholen</translation>
    </message>
    <message>
        <source>Next chord</source>
        <translation>Nächster Akkord</translation>
    </message>
    <message>
        <source>Previous chord</source>
        <translation>Voriger Akkord</translation>
    </message>
    <message>
        <source>A section begins here...</source>
        <translation>Hier beginnt ein Abschnitt...</translation>
    </message>
    <message>
        <source>Name section...</source>
        <translation>Abschnitt benennen...</translation>
    </message>
    <message>
        <source>Next section</source>
        <translation>Nächster Abschnitt</translation>
    </message>
    <message>
        <source>Previous section</source>
        <translation>Voriger Abschnitt</translation>
    </message>
    <message>
        <source>A key begins here...</source>
        <translation>Hier beginnt eine Tonart...</translation>
    </message>
    <message>
        <source>Name key...</source>
        <translation>Tonart benennen...</translation>
    </message>
    <message>
        <source>Next key</source>
        <translation>Nächste Tonart</translation>
    </message>
    <message>
        <source>Previous key</source>
        <translation>Vorige Tonart</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Beats</source>
        <translation>&amp;Schläge</translation>
    </message>
    <message>
        <source>&amp;Chords</source>
        <translation>&amp;Akkorde</translation>
    </message>
    <message>
        <source>&amp;Structure</source>
        <translation>S&amp;truktur</translation>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation>%1 BPM</translation>
    </message>
    <message>
        <source>Key: %1</source>
        <translation>Tonart: %1</translation>
    </message>
    <message>
        <source>Transposed %1%2</source>
        <translation>Transponiert %1%2</translation>
    </message>
    <message>
        <source>Capo %1</source>
        <translation>Kapodaster %1</translation>
    </message>
    <message>
        <source>Capo %1, shapes in %2</source>
        <translation>Kapodaster %1, Griffe in %2</translation>
    </message>
    <message>
        <source>This song has beats but no chords. Press Ctrl+T to find its chords.</source>
        <translation>Dieser Song hat Schläge, aber keine Akkorde. Strg+T findet die Akkorde.</translation>
    </message>
    <message>
        <source>This song has chords but no beats. Press Ctrl+T to find its beats, or play it and tap them with T.</source>
        <translation>Dieser Song hat Akkorde, aber keine Schläge. Strg+T findet die Schläge, oder abspielen und mit T klopfen.</translation>
    </message>
    <message>
        <source>This song has no beats and no chords yet. Press Ctrl+T to find them.</source>
        <translation>Dieser Song hat noch keine Schläge und Akkorde. Strg+T findet sie.</translation>
    </message>
    <message>
        <source>One chord lies outside the beats or within one, and is not shown.</source>
        <translation>Ein Akkord liegt außerhalb der Schläge oder innerhalb eines Schlags und fehlt hier.</translation>
    </message>
    <message>
        <source>%1 chords lie outside the beats or within one, and are not shown.</source>
        <translation>%1 Akkorde liegen außerhalb der Schläge oder innerhalb eines Schlags und fehlen hier.</translation>
    </message>
    <message>
        <source>Tactus cannot save %1: %2</source>
        <translation>Tactus kann %1 nicht speichern: %2</translation>
    </message>
    <message>
        <source>Write a note...</source>
        <translation>Notiz schreiben...</translation>
    </message>
    <message>
        <source>Next note</source>
        <translation>Nächste Notiz</translation>
    </message>
    <message>
        <source>Previous note</source>
        <translation>Vorige Notiz</translation>
    </message>
    <message>
        <source>Save list</source>
        <translation>Liste speichern</translation>
    </message>
    <message>
        <source>Playlist (*.m3u8)</source>
        <translation>Playlist (*.m3u8)</translation>
    </message>
    <message>
        <source>rekordbox collection (*.xml)</source>
        <translation>rekordbox-Sammlung (*.xml)</translation>
    </message>
    <message>
        <source>No song files are missing.</source>
        <translation>Die Dateien aller Songs sind da.</translation>
    </message>
    <message numerus="yes">
        <source>The files of %n song(s) are missing, or their disk is not connected. Remove the songs from the index? Tactus does not touch any files.</source>
        <translation>
            <numerusform>Die Datei von %n Song ist weg, oder ihr Laufwerk ist nicht da. Aus dem Index entfernen? Tactus ändert keine Datei.</numerusform>
            <numerusform>Die Dateien von %n Songs sind weg, oder ihr Laufwerk ist nicht da. Aus dem Index entfernen? Tactus ändert keine Datei.</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget missing songs</source>
        <translation>Fehlende Songs vergessen</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) forgotten</source>
        <translation>
            <numerusform>%n Song vergessen</numerusform>
            <numerusform>%n Songs vergessen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a database from another program. Tactus does not change it. Move the file away, then add a folder.</source>
        <translation>%1 ist die Datenbank eines anderen Programms. Tactus ändert sie nicht. Verschiebe sie, dann füge einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>%1 is an index from a newer Tactus. Use the newer Tactus, or move the file away and add a folder: Tactus then builds a new index from the JAMS files.</source>
        <translation>%1 ist der Index eines neueren Tactus. Nimm dieses, oder verschiebe die Datei und füge einen Ordner hinzu: Dann macht Tactus aus den JAMS-Dateien einen Index.</translation>
    </message>
    <message>
        <source>%1 is damaged. Add a folder: Tactus then rebuilds the index from the JAMS files, and keeps the damaged file beside it.</source>
        <translation>%1 ist beschädigt. Füge einen Ordner hinzu: Dann macht Tactus den Index aus den JAMS-Dateien neu und behält die beschädigte Datei daneben.</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) in %1</source>
        <translation>
            <numerusform>%n Song in %1</numerusform>
            <numerusform>%n Songs in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 BPM</source>
        <translation>%L1 BPM</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1, off-beats</source>
        <translation>%1, Offbeats</translation>
    </message>
    <message>
        <source>%1, beat one at %L2 s</source>
        <translation>%1, die Eins bei %L2 s</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>Replaces the beats and bars of the whole song. Undo takes it back.</source>
        <translation>Schläge und Takte des ganzen Songs werden so gesetzt. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>This song has no other readings: only tagging finds them</source>
        <translation>Der Song hat keine anderen Lesarten: Nur die Analyse findet sie</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesart</translation>
    </message>
    <message>
        <source>The disk of this folder is gone. Connect it again, or choose another folder.</source>
        <translation>Das Laufwerk dieses Ordners ist weg. Wieder anschließen, oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Swing %1 %</source>
        <translation>Swing %1 %</translation>
    </message>
    <message>
        <source>No key: numbers need one (J)</source>
        <translation>Keine Tonart: Stufen brauchen eine (J)</translation>
    </message>
    <message>
        <source> (1 = %1)</source>
        <translation> (1 = %1)</translation>
    </message>
    <message>
        <source>Simple chords</source>
        <translation>Einfache Akkorde</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Cue</source>
        <translation>Cue</translation>
    </message>
    <message>
        <source>This is a beat, tempo from here...</source>
        <translation>Hier ist ein Schlag, Tempo ab hier...</translation>
    </message>
    <message>
        <source>Stretch the nearest beat to the cursor</source>
        <translation>Den nächsten Schlag zur Position dehnen</translation>
    </message>
    <message>
        <source>Anchor, or release, this beat</source>
        <translation>Diesen Schlag verankern oder lösen</translation>
    </message>
    <message>
        <source>Go to time or bar...</source>
        <translation>Gehe zu Zeit oder Takt...</translation>
    </message>
    <message>
        <source>Beats per bar, whole song</source>
        <translation>Schläge pro Takt, ganzer Song</translation>
    </message>
    <message>
        <source>Yes to the line on top</source>
        <translation>Ja zur Zeile oben</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ActivationView</name>
    <message>
        <source>Beat activation</source>
        <translation>Aktivierung der Schläge</translation>
    </message>
    <message>
        <source>Tag the song to see its activations</source>
        <translation>Song analysieren, um die Aktivierungen zu sehen</translation>
    </message>
    <message>
        <source>beat</source>
        <translation>Schlag</translation>
    </message>
    <message>
        <source>downbeat</source>
        <translation>Taktanfang</translation>
    </message>
    <message>
        <source>What the network hears before it decides: how likely a beat is at each moment.</source>
        <translation>Was das Netz hört, bevor es entscheidet: wie wahrscheinlich zu jedem Zeitpunkt ein Schlag ist.</translation>
    </message>
    <message>
        <source>Height: probability, 0 at the bottom, 1 at the top, a line at 0.5.</source>
        <translation>Höhe: Wahrscheinlichkeit, unten 0, oben 1, eine Linie bei 0,5.</translation>
    </message>
    <message>
        <source>A beat that is not beat one</source>
        <translation>Ein Schlag, der nicht die Eins ist</translation>
    </message>
    <message>
        <source>Beat one (downbeat)</source>
        <translation>Die Eins (Taktanfang)</translation>
    </message>
    <message>
        <source>The chosen beat</source>
        <translation>Der gewählte Schlag</translation>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotatePage</name>
    <message>
        <source>Select a passage first: there is no chord at the cursor.</source>
        <translation>Erst eine Passage auswählen: am Cursor steht kein Akkord.</translation>
    </message>
    <message>
        <source>Select a passage first: there is no key or section at the cursor.</source>
        <translation>Erst eine Passage auswählen: am Cursor stehen weder Tonart noch Abschnitt.</translation>
    </message>
    <message>
        <source>Set tempo</source>
        <translation>Tempo setzen</translation>
    </message>
    <message>
        <source>Tempo of the song in BPM:</source>
        <translation>Tempo des Songs in BPM:</translation>
    </message>
    <message>
        <source>Tempo of %1 of %2 beats in BPM:</source>
        <translation>Tempo von %1 der %2 Schläge in BPM:</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>Write note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>Notiz:</translation>
    </message>
    <message>
        <source>Note for the selected passage:</source>
        <translation>Notiz zur gewählten Passage:</translation>
    </message>
    <message>
        <source>and %1 more; tactus convert lists all</source>
        <translation>und %1 weitere; tactus convert nennt alle</translation>
    </message>
    <message>
        <source>Open the song first: lyrics belong to a song.</source>
        <translation>Erst den Song öffnen: ein Liedtext gehört zu einem Song.</translation>
    </message>
    <message>
        <source>Lyrics</source>
        <translation>Liedtext</translation>
    </message>
    <message>
        <source>Lyrics: LRC, UltraStar (*.lrc *.txt *.usdx);;All files (*)</source>
        <translation>Liedtexte: LRC, UltraStar (*.lrc *.txt *.usdx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Tempo from here</source>
        <translation>Tempo ab hier</translation>
    </message>
    <message>
        <source>A beat at %L1 s; tempo from there on in BPM:</source>
        <translation>Ein Schlag bei %L1 s; Tempo ab dort in BPM:</translation>
    </message>
    <message>
        <source>There is no cue at the cursor.</source>
        <translation>An der Position ist kein Cue.</translation>
    </message>
    <message>
        <source>Name cue</source>
        <translation>Cue benennen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationDocument</name>
    <message>
        <source>This song is checked. Unlock it before you tag it again.</source>
        <translation>Dieser Song ist geprüft. Vor einer neuen Analyse entsperren.</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>This song is checked. Unlock it to change it.</source>
        <translation>Dieser Song ist geprüft. Zum Ändern entsperren.</translation>
    </message>
    <message>
        <source>Mark as checked</source>
        <translation>Als geprüft markieren</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationEditor</name>
    <message>
        <source>Move beat</source>
        <translation>Schlag verschieben</translation>
    </message>
    <message>
        <source>Change beat</source>
        <translation>Schlag ändern</translation>
    </message>
    <message>
        <source>There is already a beat here.</source>
        <translation>Hier ist schon ein Schlag.</translation>
    </message>
    <message>
        <source>Add beat</source>
        <translation>Schlag hinzufügen</translation>
    </message>
    <message>
        <source>There are no beats yet: tag the song, or tap them with T.</source>
        <translation>Noch keine Schläge: Song analysieren oder mit T klopfen.</translation>
    </message>
    <message>
        <source>Tap beats</source>
        <translation>Schläge klopfen</translation>
    </message>
    <message>
        <source>Delete beat</source>
        <translation>Schlag löschen</translation>
    </message>
    <message>
        <source>Delete beats</source>
        <translation>Schläge löschen</translation>
    </message>
    <message>
        <source>This is beat one</source>
        <translation>Hier ist die Eins</translation>
    </message>
    <message>
        <source>Shift bars</source>
        <translation>Takte verschieben</translation>
    </message>
    <message>
        <source>Set meter</source>
        <translation>Taktart setzen</translation>
    </message>
    <message>
        <source>Double tempo</source>
        <translation>Tempo verdoppeln</translation>
    </message>
    <message>
        <source>Half tempo</source>
        <translation>Tempo halbieren</translation>
    </message>
    <message>
        <source>Set tempo</source>
        <translation>Tempo setzen</translation>
    </message>
    <message>
        <source>Grid later</source>
        <translation>Raster später</translation>
    </message>
    <message>
        <source>Grid earlier</source>
        <translation>Raster früher</translation>
    </message>
    <message>
        <source>One constant tempo</source>
        <translation>Ein konstantes Tempo</translation>
    </message>
    <message>
        <source>No single tempo fits the beats that you set here. Move or delete one of them.</source>
        <translation>Kein einzelnes Tempo passt zu den Schlägen, die hier von Hand gesetzt sind. Einen davon verschieben oder löschen.</translation>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation>Einen halben Schlag später</translation>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation>Einen halben Schlag früher</translation>
    </message>
    <message>
        <source>This song has no activations yet: tag it first.</source>
        <translation>Dieser Song hat noch keine Aktivierungen: erst analysieren.</translation>
    </message>
    <message>
        <source>Find beats again</source>
        <translation>Schläge neu suchen</translation>
    </message>
    <message>
        <source>Move chord boundary</source>
        <translation>Akkordgrenze verschieben</translation>
    </message>
    <message>
        <source>Move key boundary</source>
        <translation>Tonartgrenze verschieben</translation>
    </message>
    <message>
        <source>Move section boundary</source>
        <translation>Abschnittsgrenze verschieben</translation>
    </message>
    <message>
        <source>Name chord</source>
        <translation>Akkord benennen</translation>
    </message>
    <message>
        <source>Name key</source>
        <translation>Tonart benennen</translation>
    </message>
    <message>
        <source>Name section</source>
        <translation>Abschnitt benennen</translation>
    </message>
    <message>
        <source>Write chord</source>
        <translation>Akkord schreiben</translation>
    </message>
    <message>
        <source>Write key</source>
        <translation>Tonart schreiben</translation>
    </message>
    <message>
        <source>Write section</source>
        <translation>Abschnitt schreiben</translation>
    </message>
    <message>
        <source>Select a passage first: there is no chord at the cursor.</source>
        <translation>Erst eine Passage auswählen: am Cursor steht kein Akkord.</translation>
    </message>
    <message>
        <source>Select a passage first: there is no key at the cursor.</source>
        <translation>Erst eine Passage auswählen: am Cursor steht keine Tonart.</translation>
    </message>
    <message>
        <source>Select a passage first: there is no section at the cursor.</source>
        <translation>Erst eine Passage auswählen: am Cursor steht kein Abschnitt.</translation>
    </message>
    <message>
        <source>New chord</source>
        <translation>Neuer Akkord</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Tonart</translation>
    </message>
    <message>
        <source>New section</source>
        <translation>Neuer Abschnitt</translation>
    </message>
    <message>
        <source>Delete chord</source>
        <translation>Akkord löschen</translation>
    </message>
    <message>
        <source>Delete key</source>
        <translation>Tonart löschen</translation>
    </message>
    <message>
        <source>Delete section</source>
        <translation>Abschnitt löschen</translation>
    </message>
    <message>
        <source>Split chord</source>
        <translation>Akkord teilen</translation>
    </message>
    <message>
        <source>Split key</source>
        <translation>Tonart teilen</translation>
    </message>
    <message>
        <source>Split section</source>
        <translation>Abschnitt teilen</translation>
    </message>
    <message>
        <source>Select the chords to merge.</source>
        <translation>Die Akkorde auswählen, die verbunden werden sollen.</translation>
    </message>
    <message>
        <source>Select the keys to merge.</source>
        <translation>Die Tonarten auswählen, die verbunden werden sollen.</translation>
    </message>
    <message>
        <source>Select the sections to merge.</source>
        <translation>Die Abschnitte auswählen, die verbunden werden sollen.</translation>
    </message>
    <message>
        <source>Merge chords</source>
        <translation>Akkorde verbinden</translation>
    </message>
    <message>
        <source>Merge keys</source>
        <translation>Tonarten verbinden</translation>
    </message>
    <message>
        <source>Merge sections</source>
        <translation>Abschnitte verbinden</translation>
    </message>
    <message>
        <source>Select the chords to copy.</source>
        <translation>Die Akkorde auswählen, die kopiert werden sollen.</translation>
    </message>
    <message numerus="yes">
        <source>Copied %n beat(s) of chords.</source>
        <translation>
            <numerusform>Akkorde von einem Schlag kopiert.</numerusform>
            <numerusform>Akkorde von %n Schlägen kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy a passage of chords first.</source>
        <translation>Erst eine Passage mit Akkorden kopieren.</translation>
    </message>
    <message>
        <source>Paste chords</source>
        <translation>Akkorde einfügen</translation>
    </message>
    <message>
        <source>Select the passage to repeat.</source>
        <translation>Die Passage auswählen, die wiederholt werden soll.</translation>
    </message>
    <message>
        <source>Repeat chords</source>
        <translation>Akkorde wiederholen</translation>
    </message>
    <message>
        <source>Write note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>There are no notes: press N to write one.</source>
        <translation>Es gibt keine Notizen: N schreibt eine.</translation>
    </message>
    <message>
        <source>No beats were found near this tempo.</source>
        <translation>In der Nähe dieses Tempos wurden keine Schläge gefunden.</translation>
    </message>
    <message>
        <source>Use another reading</source>
        <translation>Andere Lesart nehmen</translation>
    </message>
    <message>
        <source>To delete, choose a beat, chord, key, section, note or cue, or select a passage.</source>
        <translation>Zum Löschen einen Schlag, einen Akkord, eine Tonart, einen Abschnitt, eine Notiz oder einen Cue wählen, oder eine Passage auswählen.</translation>
    </message>
    <message>
        <source>Keep loop</source>
        <translation>Schleife behalten</translation>
    </message>
    <message>
        <source>Set cue</source>
        <translation>Cue setzen</translation>
    </message>
    <message>
        <source>Move cue</source>
        <translation>Cue verschieben</translation>
    </message>
    <message>
        <source>Change cue</source>
        <translation>Cue ändern</translation>
    </message>
    <message>
        <source>Delete cue</source>
        <translation>Cue löschen</translation>
    </message>
    <message>
        <source>Key %1 has no cue.</source>
        <translation>Taste %1 hat keinen Cue.</translation>
    </message>
    <message>
        <source>There are no cues: press Ctrl+1 to set one.</source>
        <translation>Es gibt keine Cues: Strg+1 setzt einen.</translation>
    </message>
    <message>
        <source>There are no sections: tag the song, or press H where one begins.</source>
        <translation>Es gibt keine Abschnitte: den Song analysieren, oder H drücken, wo einer beginnt.</translation>
    </message>
    <message>
        <source>Each section has a cue already.</source>
        <translation>Jeder Abschnitt hat schon einen Cue.</translation>
    </message>
    <message>
        <source>Sections become cues</source>
        <translation>Abschnitte werden Cues</translation>
    </message>
    <message>
        <source>Stretch beats</source>
        <translation>Schläge dehnen</translation>
    </message>
    <message>
        <source>Anchor beat</source>
        <translation>Schlag verankern</translation>
    </message>
    <message>
        <source>Release beat</source>
        <translation>Schlag lösen</translation>
    </message>
    <message>
        <source>This beat is an anchor: the beats on each side stretch without it.</source>
        <translation>Dieser Schlag ist verankert: die Schläge zu beiden Seiten dehnen sich ohne ihn.</translation>
    </message>
    <message>
        <source>This beat is no anchor any more.</source>
        <translation>Dieser Schlag ist nicht mehr verankert.</translation>
    </message>
    <message>
        <source>The length of the song is not known yet.</source>
        <translation>Die Länge des Songs ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Tempo from here</source>
        <translation>Tempo ab hier</translation>
    </message>
    <message numerus="yes">
        <source>%L1 BPM from %n tap(s)</source>
        <translation>
            <numerusform>%L1 BPM aus %n Klopfer</numerusform>
            <numerusform>%L1 BPM aus %n Klopfern</numerusform>
        </translation>
    </message>
    <message>
        <source>A song has at most %1 own lanes.</source>
        <translation>Ein Song hat höchstens %1 eigene Spuren.</translation>
    </message>
    <message>
        <source>New lane</source>
        <translation>Neue Spur</translation>
    </message>
    <message>
        <source>Change lane</source>
        <translation>Spur ändern</translation>
    </message>
    <message>
        <source>Delete lane</source>
        <translation>Spur löschen</translation>
    </message>
    <message>
        <source>%1 deleted, Ctrl+Z brings it back</source>
        <translation>%1 gelöscht, Strg+Z holt es zurück</translation>
    </message>
    <message>
        <source>Mark in lane</source>
        <translation>In der Spur markieren</translation>
    </message>
    <message>
        <source>There is no own lane: make one in the menu Lanes.</source>
        <translation>Es gibt keine eigene Spur: im Menü Spuren eine anlegen.</translation>
    </message>
    <message>
        <source>Click the lane first in which the mark belongs.</source>
        <translation>Erst die Spur anklicken, in die die Marke gehört.</translation>
    </message>
    <message>
        <source>Change mark</source>
        <translation>Marke ändern</translation>
    </message>
    <message>
        <source>Delete mark</source>
        <translation>Marke löschen</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%L1 s</translation>
    </message>
    <message>
        <source>bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>bars %1-%2</source>
        <translation>Takte %1-%2</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 in a bar: %2</source>
        <translation>%1 im Takt: %2</translation>
    </message>
    <message>
        <source>%1 in a bar: the whole song</source>
        <translation>%1 im Takt: der ganze Song</translation>
    </message>
</context>
<context>
    <name>tactus::ui::AnnotationTables</name>
    <message>
        <source>Beats</source>
        <translation>Schläge</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Table:</source>
        <translation>Tabelle:</translation>
    </message>
    <message>
        <source>Cues</source>
        <translation>Cues</translation>
    </message>
</context>
<context>
    <name>tactus::ui::AudioOutput</name>
    <message>
        <source>Tactus cannot open %1</source>
        <translation>Tactus kann %1 nicht öffnen</translation>
    </message>
    <message>
        <source>The audio device stopped (error %1)</source>
        <translation>Das Audiogerät hat angehalten (Fehler %1)</translation>
    </message>
    <message>
        <source>No screen: playback is silent</source>
        <translation>Kein Bildschirm: Wiedergabe ohne Ton</translation>
    </message>
    <message>
        <source>No audio device: playback is silent</source>
        <translation>Kein Audiogerät: Wiedergabe ohne Ton</translation>
    </message>
</context>
<context>
    <name>tactus::ui::BackgroundTagger</name>
    <message>
        <source>Choose the models in Settings (Ctrl+,).</source>
        <translation>Die Modelle in den Einstellungen wählen (Strg+,).</translation>
    </message>
</context>
<context>
    <name>tactus::ui::BarChart</name>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>predicted, not measured; the line shows the range</source>
        <translation>vorhergesagt, nicht gemessen; die Linie zeigt den Bereich</translation>
    </message>
    <message>
        <source>predicted for this card</source>
        <translation>für diese Karte vorhergesagt</translation>
    </message>
    <message>
        <source>predicted, not measured</source>
        <translation>vorhergesagt, nicht gemessen</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
</context>
<context>
    <name>tactus::ui::BatchModel</name>
    <message>
        <source>Song</source>
        <translation>Song</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>tagging</source>
        <translation>Analyse läuft</translation>
    </message>
    <message>
        <source>tagging %1 %</source>
        <translation>Analyse %1 %</translation>
    </message>
    <message>
        <source>tagged</source>
        <translation>analysiert</translation>
    </message>
    <message>
        <source>damaged audio</source>
        <translation>Audio beschädigt</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>exists</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation>%L1 BPM</translation>
    </message>
    <message>
        <source>%1 x</source>
        <translation>%1 x</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
</context>
<context>
    <name>tactus::ui::BatchPage</name>
    <message>
        <source>Add f&amp;older...</source>
        <translation>&amp;Ordner hinzufügen...</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Cl&amp;ear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Re&amp;try failed</source>
        <translation>Fehler &amp;wiederholen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>For&amp;mats</source>
        <translation>For&amp;mate</translation>
    </message>
    <message>
        <source>beside each song</source>
        <translation>beim Song</translation>
    </message>
    <message>
        <source>O&amp;utput folder</source>
        <translation>A&amp;usgabeordner</translation>
    </message>
    <message>
        <source>...</source>
        <translation>...</translation>
    </message>
    <message>
        <source>Choose the output folder</source>
        <translation>Ausgabeordner wählen</translation>
    </message>
    <message>
        <source>keep and report</source>
        <translation>behalten, melden</translation>
    </message>
    <message>
        <source>keep and add missing</source>
        <translation>behalten, ergänzen</translation>
    </message>
    <message>
        <source>overwrite</source>
        <translation>überschreiben</translation>
    </message>
    <message>
        <source>E&amp;xisting files</source>
        <translation>&amp;Vorhandene</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>Activations (.npy)</source>
        <translation>Aktivierungen (.npy)</translation>
    </message>
    <message>
        <source>Also save the outputs of the networks for every frame</source>
        <translation>Auch die Ausgaben der Netze für jeden Frame speichern</translation>
    </message>
    <message>
        <source>&lt;h3&gt;No songs in the queue&lt;/h3&gt;&lt;p&gt;Drop audio files or folders here, or add them above.&lt;/p&gt;&lt;p&gt;Tactus tags each song with beats, downbeats, chords, keys and sections. Existing files are kept unless you choose to overwrite them.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Keine Songs in der Warteschlange&lt;/h3&gt;&lt;p&gt;Audiodateien oder Ordner hier ablegen oder oben hinzufügen.&lt;/p&gt;&lt;p&gt;Tactus findet in jedem Song Schläge, Taktanfänge, Akkorde, Tonarten und Abschnitte. Vorhandene Dateien bleiben, außer wenn Überschreiben gewählt ist.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Songs done</source>
        <translation>Fertige Songs</translation>
    </message>
    <message>
        <source>%v of %m songs</source>
        <translation>%v von %m Songs</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Add songs</source>
        <translation>Songs hinzufügen</translation>
    </message>
    <message>
        <source>Add all songs of a folder</source>
        <translation>Alle Songs eines Ordners hinzufügen</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>Ausgabeordner</translation>
    </message>
    <message>
        <source>Cancelling...</source>
        <translation>Wird abgebrochen...</translation>
    </message>
    <message>
        <source>%1 tagged</source>
        <translation>%1 analysiert</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 übersprungen</translation>
    </message>
    <message>
        <source>%1 kept</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>%1 damaged</source>
        <translation>%1 beschädigt</translation>
    </message>
    <message>
        <source>%1 existed</source>
        <translation>%1 vorhanden</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <translation>%1 abgebrochen</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 warten</translation>
    </message>
    <message>
        <source>%1 times real time</source>
        <translation>%1-fache Echtzeit</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Add f&amp;iles...</source>
        <translation>Dateien hin&amp;zufügen...</translation>
    </message>
</context>
<context>
    <name>tactus::ui::BeatLane</name>
    <message>
        <source>Beats</source>
        <translation>Schläge</translation>
    </message>
    <message>
        <source>Beats and bars. The table of beats shows the same as text.</source>
        <translation>Schläge und Takte. Die Tabelle der Schläge zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>No beats yet: Tag (Ctrl+T), double-click, or tap T during playback</source>
        <translation>Noch keine Schläge: analysieren (Strg+T), doppelklicken oder bei der Wiedergabe T klopfen</translation>
    </message>
    <message>
        <source>Open a song (Ctrl+O) or a folder (Ctrl+Shift+O), or drop files here</source>
        <translation>Song (Strg+O) oder Ordner (Strg+Umschalt+O) öffnen oder Dateien hier ablegen</translation>
    </message>
    <message>
        <source>The beats and bars. Zoomed out, every 4th, 8th or 16th bar has its number.</source>
        <translation>Die Schläge und Takte. Verkleinert hat jeder 4., 8. oder 16. Takt seine Nummer.</translation>
    </message>
    <message>
        <source>Numbers at the top: bars, with the meter where it changes; at the bottom: the beats of a bar. Paler beats are less sure.</source>
        <translation>Zahlen oben: Takte, mit der Taktart, wo sie wechselt; unten: die Schläge des Takts. Blassere Schläge sind unsicherer.</translation>
    </message>
    <message>
        <source>Beat one, where a bar begins</source>
        <translation>Die Eins, mit der ein Takt beginnt</translation>
    </message>
    <message>
        <source>Other beats</source>
        <translation>Andere Schläge</translation>
    </message>
    <message>
        <source>The chosen beat; faint lines (Ctrl+I): where notes begin</source>
        <translation>Der gewählte Schlag; blasse Linien (Strg+I): Einsätze von Noten</translation>
    </message>
    <message>
        <source>Beats nearer than %L1 s to each other, or a bar of one beat</source>
        <translation>Schläge näher als %L1 s beieinander, oder ein Takt mit einem Schlag</translation>
    </message>
    <message>
        <source>Ctrl+D: the more colour, the less sure</source>
        <translation>Strg+D: je mehr Farbe, desto unsicherer</translation>
    </message>
    <message>
        <source>Bar %1, beat %2, %3</source>
        <translation>Takt %1, Schlag %2, %3</translation>
    </message>
    <message>
        <source>, confidence %L1</source>
        <translation>, Konfidenz %L1</translation>
    </message>
    <message>
        <source>Warning: too near to the next beat, or a bar of one beat</source>
        <translation>Warnung: zu nah am nächsten Schlag, oder ein Takt mit einem Schlag</translation>
    </message>
    <message>
        <source>%L1 BPM</source>
        <translation>%L1 BPM</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ChordLane</name>
    <message>
        <source>Chords. The table of chords shows the same as text.</source>
        <translation>Akkorde. Die Tabelle der Akkorde zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>No chords yet: Tag (Ctrl+T), or select a passage and press Return</source>
        <translation>Noch keine Akkorde: analysieren (Strg+T) oder eine Passage auswählen und die Eingabetaste drücken</translation>
    </message>
    <message>
        <source>The chords. A double click or Return names one, a drag moves its edge.</source>
        <translation>Die Akkorde. Doppelklick oder Eingabetaste benennt einen, Ziehen verschiebt seinen Rand.</translation>
    </message>
    <message>
        <source>Colours: the root; neighbours in the circle of fifths look alike. Paler chords are less sure.</source>
        <translation>Farben: der Grundton; Nachbarn im Quintenzirkel sehen ähnlich aus. Blassere Akkorde sind unsicherer.</translation>
    </message>
    <message>
        <source>N: no chord</source>
        <translation>N: kein Akkord</translation>
    </message>
    <message>
        <source>Ctrl+D: the more colour, the less sure</source>
        <translation>Strg+D: je mehr Farbe, desto unsicherer</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ChromagramView</name>
    <message>
        <source>Chroma</source>
        <translation>Chroma</translation>
    </message>
    <message>
        <source>How strongly each of the twelve notes sounds, in whatever octave.</source>
        <translation>Wie stark jeder der zwölf Töne klingt, gleich in welcher Oktave.</translation>
    </message>
    <message>
        <source>Height: the note, C at the bottom. Colours: the share of the strongest note.</source>
        <translation>Höhe: der Ton, unten C. Farben: der Anteil am stärksten Ton.</translation>
    </message>
    <message>
        <source>From nothing to the strongest</source>
        <translation>Von nichts bis zum stärksten</translation>
    </message>
</context>
<context>
    <name>tactus::ui::CompareMenu</name>
    <message>
        <source>C&amp;ompare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>With files...</source>
        <translation>Mit Dateien...</translation>
    </message>
    <message>
        <source>Tag with a model...</source>
        <translation>Mit einem Modell analysieren...</translation>
    </message>
    <message>
        <source>With the state on opening</source>
        <translation>Mit dem Stand beim Öffnen</translation>
    </message>
    <message>
        <source>With the version saved before</source>
        <translation>Mit der vorher gespeicherten Fassung</translation>
    </message>
    <message>
        <source>With a saved version</source>
        <translation>Mit einer gespeicherten Fassung</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Use the chosen comparison</source>
        <translation>Gewählten Vergleich übernehmen</translation>
    </message>
    <message>
        <source>Export the chosen comparison...</source>
        <translation>Gewählten Vergleich exportieren...</translation>
    </message>
    <message>
        <source>Remove the chosen comparison</source>
        <translation>Gewählten Vergleich entfernen</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Annotations (%1);;All files (*)</source>
        <translation>Annotationen (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Tag with a model</source>
        <translation>Mit einem Modell analysieren</translation>
    </message>
    <message>
        <source>Models (*.safetensors *.variant);;All files (*)</source>
        <translation>Modelle (*.safetensors *.variant);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>No version of this song was kept when it was saved.</source>
        <translation>Beim Speichern blieb keine Fassung dieses Songs erhalten.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>No versions were kept</source>
        <translation>Keine vorhanden</translation>
    </message>
    <message>
        <source>Use as the annotation</source>
        <translation>Als Annotation übernehmen</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>Exportieren...</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>There is nothing to export in %1.</source>
        <translation>In %1 gibt es nichts zu exportieren.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::CompareSession</name>
    <message>
        <source>The song had no annotation when it was opened.</source>
        <translation>Der Song hatte beim Öffnen keine Annotation.</translation>
    </message>
    <message>
        <source>%1 contains nothing to use as the annotation.</source>
        <translation>In %1 gibt es nichts zu übernehmen.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>%1 is now the annotation. Undo (Ctrl+Z) brings the old one back.</source>
        <translation>%1 ist jetzt die Annotation. Rückgängig (Strg+Z) bringt die alte zurück.</translation>
    </message>
    <message>
        <source>Tactus cannot read %1. Its lane stays until you remove it.</source>
        <translation>Tactus kann %1 nicht lesen. Die Spur bleibt, bis sie entfernt wird.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ComparisonHeader</name>
    <message>
        <source>Comparison: %1</source>
        <translation>Vergleich: %1</translation>
    </message>
    <message>
        <source>Menu of the comparison %1</source>
        <translation>Menü des Vergleichs %1</translation>
    </message>
    <message>
        <source>Use, export, remove</source>
        <translation>Übernehmen, exportieren, entfernen</translation>
    </message>
    <message>
        <source>tagging...</source>
        <translation>Analyse...</translation>
    </message>
    <message>
        <source>cannot be</source>
        <translation>nicht</translation>
    </message>
    <message>
        <source>read</source>
        <translation>lesbar</translation>
    </message>
    <message>
        <source>beats %1</source>
        <translation>Schläge %1</translation>
    </message>
    <message>
        <source>chords %1</source>
        <translation>Akkorde %1</translation>
    </message>
    <message>
        <source>tagging %1 %</source>
        <translation>Analyse %1 %</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ComparisonLane</name>
    <message>
        <source>Comparison: %1</source>
        <translation>Vergleich: %1</translation>
    </message>
    <message>
        <source>Green where it agrees with the annotation of the song, red where it does not.</source>
        <translation>Grün, wo er mit der Annotation des Songs übereinstimmt, sonst rot.</translation>
    </message>
    <message>
        <source>The models are tagging...</source>
        <translation>Die Modelle arbeiten...</translation>
    </message>
    <message>
        <source>Nothing to compare here</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Another annotation of the song: its beats, chords, keys and sections, each in a row.</source>
        <translation>Eine andere Annotation des Songs: ihre Schläge, Akkorde, Tonarten und Abschnitte, jede in einer Reihe.</translation>
    </message>
    <message>
        <source>Scores: F-measure of the beats and majmin of the chords, from 0 to 1. The comparison counts as the reference.</source>
        <translation>Werte: F-Maß der Schläge und majmin der Akkorde, von 0 bis 1. Der Vergleich gilt als Referenz.</translation>
    </message>
    <message>
        <source>Agrees with the annotation of the song</source>
        <translation>Stimmt mit der Annotation des Songs überein</translation>
    </message>
    <message>
        <source>The beat agrees, but it is another beat of the bar</source>
        <translation>Der Schlag stimmt, ist aber ein anderer Schlag des Takts</translation>
    </message>
    <message>
        <source>Differs, or the song has no beat there</source>
        <translation>Weicht ab, oder der Song hat dort keinen Schlag</translation>
    </message>
    <message>
        <source>Below the other beats: a beat of the song that is missing here</source>
        <translation>Unter den anderen Schlägen: ein Schlag des Songs, der hier fehlt</translation>
    </message>
    <message>
        <source>Cannot be compared</source>
        <translation>Nicht vergleichbar</translation>
    </message>
</context>
<context>
    <name>tactus::ui::Comparisons</name>
    <message>
        <source>When opened</source>
        <translation>Beim Öffnen</translation>
    </message>
    <message>
        <source>Shipped models</source>
        <translation>Mitgelieferte Modelle</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ConfigEditor</name>
    <message>
        <source>Configuration as YAML</source>
        <translation>Konfiguration als YAML</translation>
    </message>
    <message>
        <source>Begin with a recipe above, or write YAML here.</source>
        <translation>Oben mit einem Rezept beginnen oder hier YAML schreiben.</translation>
    </message>
    <message>
        <source>Meaning of the key at the cursor</source>
        <translation>Bedeutung des Schlüssels am Cursor</translation>
    </message>
    <message>
        <source>Errors in the configuration</source>
        <translation>Fehler der Konfiguration</translation>
    </message>
    <message>
        <source>Click an error to go to its place</source>
        <translation>Klick auf einen Fehler führt zu seiner Stelle</translation>
    </message>
    <message>
        <source>Configuration as a form</source>
        <translation>Konfiguration als Formular</translation>
    </message>
    <message>
        <source>Value: %1</source>
        <translation>Wert: %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>No errors</source>
        <translation>Keine Fehler</translation>
    </message>
    <message>
        <source>Press Ctrl+Space to see what you can write at the cursor.</source>
        <translation>Strg+Leertaste zeigt, was am Cursor stehen kann.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::CorpusPanel</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Corpora</source>
        <translation>Korpora</translation>
    </message>
    <message>
        <source>Add manifest...</source>
        <translation>Manifest wählen...</translation>
    </message>
    <message>
        <source>Add folder...</source>
        <translation>Ordner wählen...</translation>
    </message>
    <message>
        <source>Looks for missing and unreadable files, shifted annotations, copies and songs in two splits</source>
        <translation>Sucht fehlende und unlesbare Dateien, verschobene Annotationen, Kopien und Songs in zwei Aufteilungen</translation>
    </message>
    <message>
        <source>Add a corpus</source>
        <translation>Korpus hinzufügen</translation>
    </message>
    <message>
        <source>Manifest (*.yaml *.yml)</source>
        <translation>Manifest (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s)</source>
        <translation>
            <numerusform>1 Song</numerusform>
            <numerusform>%n Songs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, no errors</source>
        <translation>%1, keine Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>1 Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>1 Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>No corpus yet. Add a manifest, or a folder of songs with their annotations.</source>
        <translation>Noch kein Korpus: Manifest oder Ordner mit Annotationen hinzufügen.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::CueLane</name>
    <message>
        <source>Cues</source>
        <translation>Cues</translation>
    </message>
    <message>
        <source>Cues and loops. The table of cues shows the same as text.</source>
        <translation>Cues und Schleifen. Die Tabelle der Cues zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>Cues, and loops up to their ends, with their keys and names. Ctrl+1 to Ctrl+8 set one, or go to it.</source>
        <translation>Cues, und Schleifen bis zu ihrem Ende, mit Taste und Namen. Strg+1 bis Strg+8 setzen einen oder springen zu ihm.</translation>
    </message>
    <message>
        <source>Colours are those of the cues; without one of its own, a cue has that of its key.</source>
        <translation>Die Farben sind die der Cues; ohne eigene hat ein Cue die seiner Taste.</translation>
    </message>
    <message>
        <source>No cues yet: Ctrl+1 to Ctrl+8 set one, or go to it</source>
        <translation>Noch keine Cues: Strg+1 bis Strg+8 setzen einen oder springen zu ihm</translation>
    </message>
    <message>
        <source>%1: %L2 s</source>
        <translation>%1: %L2 s</translation>
    </message>
    <message>
        <source>%1 to %L2 s</source>
        <translation>%1 bis %L2 s</translation>
    </message>
    <message>
        <source>Keys 1 to 8</source>
        <translation>Tasten 1 bis 8</translation>
    </message>
</context>
<context>
    <name>tactus::ui::CueMenu</name>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Magenta</source>
        <translation>Magenta</translation>
    </message>
    <message>
        <source>Cyan</source>
        <translation>Cyan</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>There is no cue at the cursor.</source>
        <translation>An der Position ist kein Cue.</translation>
    </message>
    <message>
        <source>That of its key</source>
        <translation>Die seiner Taste</translation>
    </message>
    <message>
        <source>Other...</source>
        <translation>Andere...</translation>
    </message>
    <message>
        <source>Cue %1</source>
        <translation>Cue %1</translation>
    </message>
    <message>
        <source>C&amp;ues</source>
        <translation>C&amp;ues</translation>
    </message>
    <message>
        <source>Set, or go to</source>
        <translation>Setzen oder anspringen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Set the next free cue</source>
        <translation>Nächsten freien Cue setzen</translation>
    </message>
    <message>
        <source>Name cue...</source>
        <translation>Cue benennen...</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Next cue</source>
        <translation>Nächster Cue</translation>
    </message>
    <message>
        <source>Previous cue</source>
        <translation>Voriger Cue</translation>
    </message>
    <message>
        <source>Sections become cues</source>
        <translation>Abschnitte werden Cues</translation>
    </message>
</context>
<context>
    <name>tactus::ui::DifferenceLane</name>
    <message>
        <source>Beats without a match</source>
        <translation>Schläge ohne Gegenstück</translation>
    </message>
    <message>
        <source>Different position in the bar</source>
        <translation>Andere Stelle im Takt</translation>
    </message>
    <message>
        <source>Different chord</source>
        <translation>Anderer Akkord</translation>
    </message>
    <message>
        <source>Different key</source>
        <translation>Andere Tonart</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Where the comparisons disagree: beats, positions, chords and keys, from top to bottom.</source>
        <translation>Wo die Vergleiche abweichen: Schläge, Stellen im Takt, Akkorde und Tonarten, von oben nach unten.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Choose an annotation to compare with first (menu Compare).</source>
        <translation>Zuerst eine Annotation zum Vergleichen wählen (Menü Vergleichen).</translation>
    </message>
    <message>
        <source>No difference after the cursor.</source>
        <translation>Kein Unterschied nach dem Cursor.</translation>
    </message>
    <message>
        <source>No difference before the cursor.</source>
        <translation>Kein Unterschied vor dem Cursor.</translation>
    </message>
    <message>
        <source>Difference %1 of %2: %3</source>
        <translation>Unterschied %1 von %2: %3</translation>
    </message>
    <message>
        <source>Where the comparisons disagree with the annotation of the song. X goes to the next place, Shift+X to the one before.</source>
        <translation>Wo die Vergleiche von der Annotation des Songs abweichen. X geht zur nächsten Stelle, Umschalt+X zur vorigen.</translation>
    </message>
    <message>
        <source>A row for each kind, from top to bottom:</source>
        <translation>Eine Reihe für jede Art, von oben nach unten:</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Saves all layers.</source>
        <translation>Speichert alles.</translation>
    </message>
    <message>
        <source>Does not save: %1</source>
        <translation>Speichert nicht: %1</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Wählen...</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>%1 does not save: %2.</source>
        <translation>%1 speichert nicht: %2.</translation>
    </message>
    <message>
        <source>%1 exists and will be replaced. If Tactus did not write it, the old file is kept as %1.orig.</source>
        <translation>%1 ist vorhanden und wird ersetzt. Stammt sie nicht von Tactus, bleibt sie als %1.orig.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::FileActions</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1: %2 becomes %3</source>
        <translation>%1: %2 wird %3</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>Öffnen...</translation>
    </message>
    <message>
        <source>Open folder...</source>
        <translation>Ordner öffnen...</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>Speichern unter...</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>Exportieren...</translation>
    </message>
    <message>
        <source>Song details...</source>
        <translation>Angaben zum Song...</translation>
    </message>
    <message>
        <source>Write tempo and key into the audio file...</source>
        <translation>Tempo und Tonart in die Audiodatei schreiben...</translation>
    </message>
    <message>
        <source>Tag with the networks</source>
        <translation>Mit den Netzen analysieren</translation>
    </message>
    <message>
        <source>Stop tagging</source>
        <translation>Analyse anhalten</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>Tactus saves them to %1.</source>
        <translation>Tactus speichert sie in %1.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Music and annotations (%1 *.jams *.lab *.beats *.svl *.csv);;All files (*)</source>
        <translation>Musik und Annotationen (%1 *.jams *.lab *.beats *.svl *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation>Von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>Another program changed %1 after you opened it.</source>
        <translation>Ein anderes Programm hat %1 nach dem Öffnen geändert.</translation>
    </message>
    <message>
        <source>If you replace it, those changes are lost. Save as... keeps both.</source>
        <translation>Ersetzen verliert jene Änderungen. Speichern unter... behält beides.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>%1 already exists.</source>
        <translation>%1 ist schon vorhanden.</translation>
    </message>
    <message>
        <source>If you replace it, its annotation is lost.</source>
        <translation>Ersetzen verliert ihre Annotation.</translation>
    </message>
    <message>
        <source>JAMS (*.jams)</source>
        <translation>JAMS (*.jams)</translation>
    </message>
    <message>
        <source>Song details</source>
        <translation>Angaben zum Song</translation>
    </message>
    <message>
        <source>The audio file needs no change: it has this tempo and key, or none is known.</source>
        <translation>Die Audiodatei bleibt, wie sie ist: Sie hat dieses Tempo und diese Tonart, oder beides ist unbekannt.</translation>
    </message>
    <message>
        <source>Write tags</source>
        <translation>Tags schreiben</translation>
    </message>
    <message>
        <source>Write into the tags of %1?</source>
        <translation>In die Tags von %1 schreiben?</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>The tags were written into the audio file.</source>
        <translation>Die Tags der Audiodatei sind geschrieben.</translation>
    </message>
    <message>
        <source>Unsaved work found</source>
        <translation>Ungespeicherte Arbeit gefunden</translation>
    </message>
    <message>
        <source>Tactus closed before your changes to %1 were saved.</source>
        <translation>Tactus wurde beendet, bevor die Änderungen an %1 gespeichert waren.</translation>
    </message>
    <message>
        <source>If you recover the changes, no file changes until you save.</source>
        <translation>Wiederherstellen ändert keine Datei, bis gespeichert wird.</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Save picture...</source>
        <translation>Bild speichern...</translation>
    </message>
    <message>
        <source>If you replace it, the old file is kept beside it with the extension .orig.</source>
        <translation>Nach dem Ersetzen liegt die alte Datei daneben, mit der Endung .orig.</translation>
    </message>
    <message>
        <source>The recovered work is open. Save it, then open %1.</source>
        <translation>Die wiederhergestellte Arbeit ist offen. Erst speichern, dann %1 öffnen.</translation>
    </message>
    <message>
        <source>Lyrics from a file...</source>
        <translation>Liedtext aus einer Datei...</translation>
    </message>
    <message>
        <source>Open the demo song</source>
        <translation>Demosong öffnen</translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation>Ein Netz trainieren</translation>
    </message>
    <message>
        <source>Write beat grid and cues into the audio file...</source>
        <translation>Taktraster und Cues in die Audiodatei schreiben...</translation>
    </message>
    <message>
        <source>The audio file needs no change: it has this grid and these cues, or the song has none.</source>
        <translation>Die Audiodatei braucht keine Änderung: sie hat dieses Taktraster und diese Cues, oder der Song hat keine.</translation>
    </message>
    <message>
        <source>Checked, save, next song</source>
        <translation>Geprüft, speichern, nächster Song</translation>
    </message>
    <message>
        <source>Unsaved tags</source>
        <translation>Analyse nicht gespeichert</translation>
    </message>
    <message>
        <source>Save the beats and chords found in %1?</source>
        <translation>Die in %1 gefundenen Schläge und Akkorde speichern?</translation>
    </message>
    <message>
        <source>Always save without asking</source>
        <translation>Immer speichern, ohne zu fragen</translation>
    </message>
    <message>
        <source>This song has no beats and chords yet.</source>
        <translation>Dieser Song hat noch keine Schläge und Akkorde.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::KeyLane</name>
    <message>
        <source>Keys. The table of keys shows the same as text.</source>
        <translation>Tonarten. Die Tabelle der Tonarten zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>No keys yet: Tag (Ctrl+T), or press J where one begins</source>
        <translation>Noch keine Tonarten: analysieren (Strg+T) oder J drücken, wo eine beginnt</translation>
    </message>
    <message>
        <source>The keys of the song.</source>
        <translation>Die Tonarten des Songs.</translation>
    </message>
    <message>
        <source>Colours: the tonic, as of chords; minor keys are paler than major ones.</source>
        <translation>Farben: der Grundton, wie bei Akkorden; Molltonarten sind blasser als Durtonarten.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LaneMenu</name>
    <message>
        <source>&amp;Lanes</source>
        <translation>S&amp;puren</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LatencyDialog</name>
    <message>
        <source>Output latency</source>
        <translation>Ausgabelatenz</translation>
    </message>
    <message>
        <source>Start the clicks and tap the space bar with them at least %1 times. Tactus then shows the cursor where you hear the sound and puts tapped beats where you meant them.</source>
        <translation>Die Klicks starten und mindestens %1-mal mit der Leertaste mitklopfen. Danach steht der Cursor dort, wo der Klang zu hören ist, und geklopfte Schläge liegen dort, wo sie gemeint waren.</translation>
    </message>
    <message>
        <source>%1. You can set the latency by hand.</source>
        <translation>%1. Die Latenz lässt sich von Hand setzen.</translation>
    </message>
    <message>
        <source>Start the clicks</source>
        <translation>Klicks starten</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Output latency in milliseconds</source>
        <translation>Ausgabelatenz in Millisekunden</translation>
    </message>
    <message>
        <source>You hear the sound later by</source>
        <translation>Der Klang kommt später um</translation>
    </message>
    <message>
        <source>Stop the clicks</source>
        <translation>Klicks anhalten</translation>
    </message>
    <message numerus="yes">
        <source>%n tap(s): %1 ms, uncertain by %2 ms</source>
        <translation>
            <numerusform>Einmal geklopft: %1 ms, auf %2 ms genau</numerusform>
            <numerusform>%n-mal geklopft: %1 ms, auf %2 ms genau</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 taps</source>
        <translation>%1 von %2-mal geklopft</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryEditor</name>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryFilter</name>
    <message>
        <source>Ctrl+Space shows the fields</source>
        <translation>Strg+Leertaste zeigt die Felder</translation>
    </message>
    <message>
        <source>vi IV I V  or  Am F C G</source>
        <translation>vi IV I V  oder  Am F C G</translation>
    </message>
    <message>
        <source>Chord progression, in any key</source>
        <translation>Akkorde, die aufeinander folgen, in jeder Tonart</translation>
    </message>
    <message>
        <source>all songs</source>
        <translation>alle Songs</translation>
    </message>
    <message>
        <source>what to check first</source>
        <translation>was zuerst zu prüfen ist</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>doppelte</translation>
    </message>
    <message>
        <source>Help on queries</source>
        <translation>Zur Abfrage</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>Abfra&amp;ge</translation>
    </message>
    <message>
        <source>P&amp;rogression</source>
        <translation>Akko&amp;rdfolge</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>songs like %1</source>
        <translation>Songs wie %1</translation>
    </message>
    <message>
        <source>bpm 128, key Am, length &lt; 3:30, artist &quot;nina simone&quot;, year 1965..1969, section chorus, not checked; joined by and, or, not, ( )</source>
        <translation>bpm 128, key Am, length &lt; 3:30, artist &quot;nina simone&quot;, year 1965..1969, section chorus, not checked; verbunden mit and, or, not, ( )</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryJob</name>
    <message>
        <source>%1 tagged</source>
        <translation>%1 analysiert</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 gelesen</translation>
    </message>
    <message>
        <source>%1 moved</source>
        <translation>%1 verschoben</translation>
    </message>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 wie vorher</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>There is no audio file in %1.</source>
        <translation>In %1 ist keine Audiodatei.</translation>
    </message>
    <message>
        <source>The damaged index is now %1.</source>
        <translation>Der beschädigte Index ist jetzt %1.</translation>
    </message>
    <message>
        <source>Some stars, colours and playlists were damaged and are lost.</source>
        <translation>Einige Sterne, Farben und Playlists waren beschädigt und sind verloren.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryModel</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Artist</source>
        <translation>Interpret</translation>
    </message>
    <message>
        <source>BPM</source>
        <translation>BPM</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Album</source>
        <translation>Album</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>file missing</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>damaged audio</source>
        <translation>Ton beschädigt</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>tagged</source>
        <translation>analysiert</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>not in the index</source>
        <translation>nicht im Index</translation>
    </message>
    <message>
        <source>Click a star, or press 0 to 5</source>
        <translation>Stern anklicken oder 0 bis 5 drücken</translation>
    </message>
    <message>
        <source>Click, or press F2, to choose a colour</source>
        <translation>Klicken oder F2 drücken, um eine Farbe zu wählen</translation>
    </message>
    <message numerus="yes">
        <source>%n star(s)</source>
        <translation>
            <numerusform>%n Stern</numerusform>
            <numerusform>%n Sterne</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryNotice</name>
    <message>
        <source>Add folder...</source>
        <translation>Ordner hinzufügen...</translation>
    </message>
    <message>
        <source>No songs in the library</source>
        <translation>Keine Songs in der Bibliothek</translation>
    </message>
    <message>
        <source>The library cannot be read</source>
        <translation>Die Bibliothek ist nicht lesbar</translation>
    </message>
    <message>
        <source>Add your music folder, or drop it here.&lt;/p&gt;&lt;p&gt;Tactus tags the songs that are not tagged yet and writes a JAMS file beside each. Then you can find songs by tempo, key, chords and more, here and with &lt;i&gt;tactus library find&lt;/i&gt;.</source>
        <translation>Füge den Ordner deiner Musik hinzu oder lege ihn hier ab.&lt;/p&gt;&lt;p&gt;Tactus analysiert die Songs, die es noch nicht sind, schreibt neben jeden eine JAMS-Datei und findet sie nach Tempo, Tonart, Akkorden und mehr: hier und mit &lt;i&gt;tactus library find&lt;/i&gt;.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryPage</name>
    <message>
        <source>Add f&amp;older...</source>
        <translation>&amp;Ordner hinzufügen...</translation>
    </message>
    <message>
        <source>Tags and indexes new and changed songs</source>
        <translation>Analysiert, was neu oder geändert ist, und nimmt es in den Index auf</translation>
    </message>
    <message>
        <source>S&amp;imilar songs</source>
        <translation>Ä&amp;hnliche Songs</translation>
    </message>
    <message>
        <source>Songs like the selected one: tempo, key, chords</source>
        <translation>Songs wie der ausgewählte: Tempo, Tonart, Akkorde</translation>
    </message>
    <message>
        <source>Save lis&amp;t...</source>
        <translation>&amp;Liste speichern...</translation>
    </message>
    <message>
        <source>The selected songs, or all shown, as playlist or rekordbox collection</source>
        <translation>Die ausgewählten oder alle gezeigten Songs als Playlist oder rekordbox-Sammlung</translation>
    </message>
    <message>
        <source>For&amp;get missing</source>
        <translation>&amp;Fehlende vergessen</translation>
    </message>
    <message>
        <source>Removes songs from the index if their files no longer exist; touches no files</source>
        <translation>Entfernt Songs, deren Dateien weg sind, aus dem Index; ändert keine Datei</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Stops adding songs; the next run continues from here</source>
        <translation>Hält das Hinzufügen an; das nächste Mal geht es hier weiter</translation>
    </message>
    <message>
        <source>Songs found</source>
        <translation>Gefundene Songs</translation>
    </message>
    <message>
        <source>Songs added</source>
        <translation>Hinzugefügte Songs</translation>
    </message>
    <message>
        <source>%v of %m songs</source>
        <translation>%v von %m Songs</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>%1 no longer exists. Add the folder where it is now, or forget missing songs.</source>
        <translation>%1 gibt es nicht mehr. Füge den Ordner hinzu, in dem es jetzt liegt, oder vergiss fehlende Songs.</translation>
    </message>
    <message>
        <source>Add all songs of a folder</source>
        <translation>Alle Songs eines Ordners hinzufügen</translation>
    </message>
    <message>
        <source>Looking for songs...</source>
        <translation>Sucht Songs...</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Similar songs</source>
        <translation>Ähnliche Songs</translation>
    </message>
    <message>
        <source>Copy files</source>
        <translation>Dateien kopieren</translation>
    </message>
    <message>
        <source>Save list...</source>
        <translation>Liste speichern...</translation>
    </message>
    <message numerus="yes">
        <source>%1 song(s)</source>
        <translation>
            <numerusform>%1 Song</numerusform>
            <numerusform>%1 Songs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LibraryTable</name>
    <message>
        <source>Songs of the library</source>
        <translation>Songs der Bibliothek</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LinePlot</name>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>Save as picture...</source>
        <translation>Als Bild speichern...</translation>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation>Als CSV speichern...</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>%1 (raw)</source>
        <translation>%1 (roh)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>%1 (logarithmic)</source>
        <translation>%1 (logarithmisch)</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ListTableModel</name>
    <message>
        <source>Time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Beat</source>
        <translation>Schlag</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Chord</source>
        <translation>Akkord</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Start (s)</source>
        <translation>Anfang (s)</translation>
    </message>
    <message>
        <source>End (s)</source>
        <translation>Ende (s)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>of a cue</comment>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Start</source>
        <comment>of a cue, short</comment>
        <translation>Von</translation>
    </message>
    <message>
        <source>End</source>
        <comment>of a cue, short</comment>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ListenCommands</name>
    <message>
        <source>Listen to parts...</source>
        <translation>Auf Teile hören...</translation>
    </message>
    <message>
        <source>Mutes bands and channels of the music (Y)</source>
        <translation>Schaltet Bänder und Kanäle der Musik stumm (Y)</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Nothing is muted (Shift+Y)</source>
        <translation>Nichts ist stumm (Umschalt+Y)</translation>
    </message>
    <message>
        <source>The bass alone</source>
        <translation>Der Bass allein</translation>
    </message>
    <message>
        <source>Below 250 Hz (G)</source>
        <translation>Unter 250 Hz (G)</translation>
    </message>
    <message>
        <source>Without the middle</source>
        <translation>Ohne die Mitte</translation>
    </message>
    <message>
        <source>Often without the voice (Z)</source>
        <translation>Oft ohne den Gesang (Z)</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>%1 allein</translation>
    </message>
    <message>
        <source>Hears this part alone: %1</source>
        <translation>Nur dieser Teil ist zu hören: %1</translation>
    </message>
    <message>
        <source>%1 muted</source>
        <translation>%1 stumm</translation>
    </message>
    <message>
        <source>Mutes this part: %1</source>
        <translation>Schaltet diesen Teil stumm: %1</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>You hear: %1 (Y changes it, Shift+Y: everything)</source>
        <translation>Zu hören: %1 (Y ändert es, Umschalt+Y: alles)</translation>
    </message>
    <message>
        <source>Music</source>
        <translation>Musik</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ListenPanel</name>
    <message>
        <source>Listen to parts</source>
        <translation>Auf Teile hören</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>Keys: 1 to 7, 0 for everything</source>
        <translation>Tasten: 1 bis 7, 0 für alles</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LoopCommands</name>
    <message>
        <source>This bar</source>
        <translation>Dieser Takt</translation>
    </message>
    <message>
        <source>Four bars</source>
        <translation>Vier Takte</translation>
    </message>
    <message>
        <source>The section</source>
        <translation>Der Abschnitt</translation>
    </message>
    <message>
        <source>Half as long</source>
        <translation>Halb so lang</translation>
    </message>
    <message>
        <source>Twice as long</source>
        <translation>Doppelt so lang</translation>
    </message>
    <message>
        <source>Forward by its length</source>
        <translation>Um seine Länge weiter</translation>
    </message>
    <message>
        <source>Back by its length</source>
        <translation>Um seine Länge zurück</translation>
    </message>
    <message>
        <source>Whole bars (hold Alt to drag freely)</source>
        <translation>Ganze Takte (mit Alt frei ziehen)</translation>
    </message>
    <message>
        <source>The song has no bars yet: tag it, or set beat one (key 1).</source>
        <translation>Der Song hat noch keine Takte: analysieren oder die Eins setzen (Taste 1).</translation>
    </message>
    <message>
        <source>There is no section at the cursor.</source>
        <translation>Am Cursor ist kein Abschnitt.</translation>
    </message>
    <message>
        <source>There is no loop yet: select a passage, or press Q for this bar.</source>
        <translation>Noch keine Schleife: eine Passage auswählen, oder Q für diesen Takt.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::LyricsLane</name>
    <message>
        <source>Lyrics</source>
        <translation>Liedtext</translation>
    </message>
    <message>
        <source>The words of the song, from an LRC or UltraStar file beside it.</source>
        <translation>Der Text des Songs, aus einer LRC- oder UltraStar-Datei daneben.</translation>
    </message>
    <message>
        <source>No lyrics: drop an LRC or UltraStar file here</source>
        <translation>Kein Liedtext: eine LRC- oder UltraStar-Datei hierher ziehen</translation>
    </message>
    <message>
        <source>Lyrics from a file...</source>
        <translation>Liedtext aus einer Datei...</translation>
    </message>
    <message>
        <source>No lyrics for this song</source>
        <translation>Kein Liedtext für diesen Song</translation>
    </message>
    <message>
        <source>Zoomed in, each word stands at its own time.</source>
        <translation>Vergrößert steht jedes Wort an seiner eigenen Zeit.</translation>
    </message>
    <message>
        <source>The line at the cursor; the others are paler</source>
        <translation>Die Zeile am Cursor; die anderen sind blasser</translation>
    </message>
</context>
<context>
    <name>tactus::ui::MainWindow</name>
    <message>
        <source>Songs</source>
        <translation>Songs</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>Einstellungen...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Wiedergabe</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Tactus</source>
        <translation>Über Tactus</translation>
    </message>
    <message>
        <source>Tactus %1
Beats, downbeats and chords from recorded music.
GPL-3.0-or-later</source>
        <translation>Tactus %1
Schläge, Taktanfänge und Akkorde aus Musikaufnahmen.
GPL-3.0-or-later</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Whole song</source>
        <translation>Ganzer Song</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>Auf die Auswahl vergrößern</translation>
    </message>
    <message>
        <source>Onsets</source>
        <translation>Einsätze</translation>
    </message>
    <message>
        <source>Faint lines where notes begin</source>
        <translation>Blasse Linien, wo Töne beginnen</translation>
    </message>
    <message>
        <source>Tint by confidence</source>
        <translation>Nach Konfidenz färben</translation>
    </message>
    <message>
        <source>Beats and chords with less confidence get more colour</source>
        <translation>Schläge und Akkorde mit weniger Konfidenz bekommen mehr Farbe</translation>
    </message>
    <message>
        <source>Next song</source>
        <translation>Nächster Song</translation>
    </message>
    <message>
        <source>Previous song</source>
        <translation>Voriger Song</translation>
    </message>
    <message>
        <source>Least sure songs first</source>
        <translation>Unsicherste Songs zuerst</translation>
    </message>
    <message>
        <source>Review queue</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Tagging...</source>
        <translation>Analyse läuft...</translation>
    </message>
    <message>
        <source>Tagging is running</source>
        <translation>Die Analyse läuft</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stops the tagging (Ctrl+Shift+T)</source>
        <translation>Hält die Analyse an (Strg+Umschalt+T)</translation>
    </message>
    <message>
        <source>Cursor</source>
        <translation>Cursor</translation>
    </message>
    <message>
        <source>%1   selected %2 s</source>
        <translation>%1   ausgewählt %L2 s</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Tactus</source>
        <translation>Tactus</translation>
    </message>
    <message>
        <source>Tactus[*]</source>
        <translation>Tactus[*]</translation>
    </message>
    <message>
        <source>%1 (checked)</source>
        <translation>%1 (geprüft)</translation>
    </message>
    <message>
        <source>%1[*] - Tactus</source>
        <translation>%1[*] - Tactus</translation>
    </message>
    <message>
        <source>Transport display</source>
        <translation>Transportanzeige</translation>
    </message>
    <message>
        <source>Explain this lane</source>
        <translation>Diese Spur erklären</translation>
    </message>
    <message>
        <source>Open a song</source>
        <translation>Einen Song öffnen</translation>
    </message>
    <message>
        <source>Tactus tags it, and writes nothing until you save</source>
        <translation>Tactus analysiert ihn und schreibt erst beim Speichern</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
        <source>Work through its songs, the least sure first</source>
        <translation>Seine Songs durchgehen, die unsichersten zuerst</translation>
    </message>
    <message>
        <source>Open the demo song</source>
        <translation>Demosong öffnen</translation>
    </message>
    <message>
        <source>See what Tactus hears beside what is right</source>
        <translation>Was Tactus hört, neben dem, was richtig ist</translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation>Ein Netz trainieren</translation>
    </message>
    <message>
        <source>With the demo songs at once, or with your own annotations</source>
        <translation>Sofort mit den Demosongs, oder mit eigenen Annotationen</translation>
    </message>
    <message>
        <source>The demo songs of Tactus are not installed.</source>
        <translation>Die Demosongs von Tactus sind nicht installiert.</translation>
    </message>
    <message>
        <source>All songs of the list are checked.</source>
        <translation>Alle Songs der Liste sind geprüft.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::MarkCommands</name>
    <message numerus="yes">
        <source>%n playlist(s) imported</source>
        <translation>
            <numerusform>%n Playlist importiert</numerusform>
            <numerusform>%n Playlists importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) with stars or colours</source>
        <translation>
            <numerusform>%n Song mit Sternen oder Farbe</numerusform>
            <numerusform>%n Songs mit Sternen oder Farben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n playlist(s) there already</source>
        <translation>
            <numerusform>%n Playlist schon da</numerusform>
            <numerusform>%n Playlists schon da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) keep other stars or colours</source>
        <translation>
            <numerusform>%n Song behält andere Sterne oder Farben</numerusform>
            <numerusform>%n Songs behalten andere Sterne oder Farben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) found by file name</source>
        <translation>
            <numerusform>%n Song am Dateinamen erkannt</numerusform>
            <numerusform>%n Songs am Dateinamen erkannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) not here</source>
        <translation>
            <numerusform>%n Song nicht hier</numerusform>
            <numerusform>%n Songs nicht hier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No stars for %n song(s)</source>
        <translation>
            <numerusform>Keine Sterne für %n Song</numerusform>
            <numerusform>Keine Sterne für %n Songs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n song(s)</source>
        <translation>
            <numerusform>%1 für %n Song</numerusform>
            <numerusform>%1 für %n Songs</numerusform>
        </translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>No stars</source>
        <translation>Keine Sterne</translation>
    </message>
    <message>
        <source>Add to playlist</source>
        <translation>Zu Playlist hinzufügen</translation>
    </message>
    <message>
        <source>New playlist</source>
        <translation>Neue Playlist</translation>
    </message>
    <message>
        <source>Remove from the playlist</source>
        <translation>Aus der Playlist entfernen</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>%1 made</source>
        <translation>%1 angelegt</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) added to %1</source>
        <translation>
            <numerusform>%n Song zu %1 hinzugefügt</numerusform>
            <numerusform>%n Songs zu %1 hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) moved</source>
        <translation>
            <numerusform>%n Song verschoben</numerusform>
            <numerusform>%n Songs verschoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) removed from the playlist, Ctrl+Z brings them back</source>
        <translation>
            <numerusform>%n Song aus der Playlist entfernt, Strg+Z holt ihn zurück</numerusform>
            <numerusform>%n Songs aus der Playlist entfernt, Strg+Z holt sie zurück</numerusform>
        </translation>
    </message>
    <message>
        <source>Import stars, colours and playlists</source>
        <translation>Sterne, Farben und Playlists importieren</translation>
    </message>
    <message>
        <source>Libraries of rekordbox and Mixxx (*.xml *.sqlite)</source>
        <translation>Bibliotheken von rekordbox und Mixxx (*.xml *.sqlite)</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) of this library are not in the index yet. Tag and add them now?</source>
        <translation>
            <numerusform>%n Song dieser Bibliothek ist noch nicht im Index. Jetzt analysieren und hinzufügen?</numerusform>
            <numerusform>%n Songs dieser Bibliothek sind noch nicht im Index. Jetzt analysieren und hinzufügen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>The playlist is no longer there</source>
        <translation>Die Playlist ist nicht mehr da</translation>
    </message>
    <message>
        <source>The playlist has changed meanwhile; try again</source>
        <translation>Die Playlist wurde inzwischen geändert; noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>tactus::ui::NoteLane</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notes. The table of notes shows the same as text.</source>
        <translation>Notizen. Die Tabelle der Notizen zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>No notes yet: press N to write one at the cursor or for a passage</source>
        <translation>Noch keine Notizen: N schreibt eine am Cursor oder zu einer Passage</translation>
    </message>
    <message>
        <source>Words for a moment or a passage. N writes one, Return changes it.</source>
        <translation>Worte zu einem Zeitpunkt oder einer Passage. N schreibt sie, die Eingabetaste ändert sie.</translation>
    </message>
    <message>
        <source>Where the note begins; its ground is as long as its passage</source>
        <translation>Wo die Notiz beginnt; ihr Grund ist so lang wie ihre Passage</translation>
    </message>
</context>
<context>
    <name>tactus::ui::NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>tactus::ui::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PageBar</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PagePainter</name>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PictureDialog</name>
    <message>
        <source>Picture of the song</source>
        <translation>Bild des Songs</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> Pixel</translation>
    </message>
    <message>
        <source>A PNG file has %1 times as many pixels, for sharp prints.</source>
        <translation>Eine PNG-Datei hat %1-mal so viele, für scharfen Druck.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Heights are taken from the window. To include another lane, show it first (menu Lanes).</source>
        <translation>Die Höhen sind die des Fensters. Für eine andere Spur im Bild sie erst einblenden (Menü Spuren).</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Speichern...</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>Die Auswahl</translation>
    </message>
    <message>
        <source>What the window shows</source>
        <translation>Was das Fenster zeigt</translation>
    </message>
    <message>
        <source>The whole song</source>
        <translation>Der ganze Song</translation>
    </message>
    <message>
        <source>Choose at least one lane.</source>
        <translation>Mindestens eine Spur wählen.</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg)</source>
        <translation>Bild (*.png);;Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Parts are still empty after 20 seconds: %1. Wait and save again, or save the picture as it is.</source>
        <translation>Nach 20 Sekunden ist noch leer: %1. Warten Sie und speichern Sie dann, oder speichern Sie das Bild so, wie es ist.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PlaceDialog</name>
    <message>
        <source>Go to time or bar</source>
        <translation>Gehe zu Zeit oder Takt</translation>
    </message>
    <message>
        <source>&amp;Bar or time:</source>
        <translation>Takt oder &amp;Zeit:</translation>
    </message>
    <message>
        <source>Bar or time</source>
        <translation>Takt oder Zeit</translation>
    </message>
    <message>
        <source>17, 17.3 or 1:23.5</source>
        <translation>17, 17.3 oder 1:23,5</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>17 is a bar, 17.3 its third beat; 1:23.5 and 83.5 s are times.</source>
        <translation>17 ist ein Takt, 17.3 sein dritter Schlag; 1:23,5 und 83,5 s sind Zeiten.</translation>
    </message>
    <message>
        <source>The song ends at %1.</source>
        <translation>Der Song endet bei %1.</translation>
    </message>
    <message>
        <source>The song has no bars yet. Type a time: 1:23.5</source>
        <translation>Der Song hat noch keine Takte. Eine Zeit eingeben: 1:23,5</translation>
    </message>
    <message numerus="yes">
        <source>The song has %n bar(s).</source>
        <translation>
            <numerusform>Der Song hat einen Takt.</numerusform>
            <numerusform>Der Song hat %n Takte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Bar %1 has fewer beats.</source>
        <translation>Takt %1 hat weniger Schläge.</translation>
    </message>
    <message>
        <source>Bar %1, beat %2: %3</source>
        <translation>Takt %1, Schlag %2: %3</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PlaybackBar</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Loop the selection</source>
        <translation>Auswahl in Schleife</translation>
    </message>
    <message>
        <source>Clicks on beats</source>
        <translation>Klicks auf Schlägen</translation>
    </message>
    <message>
        <source>Chord tones</source>
        <translation>Akkordtöne</translation>
    </message>
    <message>
        <source>Follow playback</source>
        <translation>Wiedergabe folgen</translation>
    </message>
    <message>
        <source>Calibrate latency...</source>
        <translation>Latenz einstellen...</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>Klicks</translation>
    </message>
    <message>
        <source>Tones</source>
        <translation>Töne</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>%1: silent</source>
        <translation>%1: stumm</translation>
    </message>
    <message>
        <source>%1: %2 dB</source>
        <translation>%1: %2 dB</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschw.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Music volume</source>
        <translation>Lautstärke der Musik</translation>
    </message>
    <message>
        <source>Click volume</source>
        <translation>Lautstärke der Klicks</translation>
    </message>
    <message>
        <source>Chord tone volume</source>
        <translation>Lautstärke der Akkordtöne</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Stop and go back</source>
        <translation>Anhalten und zurück</translation>
    </message>
    <message>
        <source>Count in one bar</source>
        <translation>Einen Takt einzählen</translation>
    </message>
    <message>
        <source>Count in before each round of a loop</source>
        <translation>Jede Runde einer Schleife einzählen</translation>
    </message>
    <message>
        <source>A semitone lower</source>
        <translation>Einen Halbton tiefer</translation>
    </message>
    <message>
        <source>A semitone higher</source>
        <translation>Einen Halbton höher</translation>
    </message>
    <message>
        <source>Speed and pitch as recorded</source>
        <translation>Tempo und Tonhöhe wie aufgenommen</translation>
    </message>
    <message>
        <source>Speed, at the same pitch (comma and full stop; R resets)</source>
        <translation>Geschwindigkeit bei gleicher Tonhöhe (Komma und Punkt; R setzt zurück)</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Tonhöhe</translation>
    </message>
    <message>
        <source>Semitones, at the same speed (O and P; R resets)</source>
        <translation>Halbtöne bei gleicher Geschwindigkeit (O und P; R setzt zurück)</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Listen to</source>
        <translation>Hören auf</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PlaylistPanel</name>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>Makes a playlist. Drag songs onto it, or choose Add to playlist in the menu of the songs.</source>
        <translation>Legt eine Playlist an. Songs darauf ziehen oder im Menü der Songs Zu Playlist hinzufügen wählen.</translation>
    </message>
    <message>
        <source>I&amp;mport...</source>
        <translation>I&amp;mportieren...</translation>
    </message>
    <message>
        <source>Stars, colours and playlists of rekordbox or Mixxx</source>
        <translation>Sterne, Farben und Playlists von rekordbox oder Mixxx</translation>
    </message>
    <message>
        <source>F2 renames, Delete deletes, Ctrl+Z undoes</source>
        <translation>F2 benennt um, Entf löscht, Strg+Z macht rückgängig</translation>
    </message>
    <message>
        <source>All songs</source>
        <translation>Alle Songs</translation>
    </message>
    <message>
        <source>%1 is now %2</source>
        <translation>%1 heißt jetzt %2</translation>
    </message>
    <message>
        <source>%1 deleted, Ctrl+Z brings it back</source>
        <translation>%1 gelöscht, Strg+Z holt es zurück</translation>
    </message>
    <message>
        <source>%1 moved</source>
        <translation>%1 verschoben</translation>
    </message>
    <message>
        <source>New playlist</source>
        <translation>Neue Playlist</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Import...</source>
        <translation>Importieren...</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PlaylistTree</name>
    <message>
        <source>Playlists</source>
        <translation>Playlists</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PluginDialog</name>
    <message>
        <source>Looking for plug-ins...</source>
        <translation>Plug-ins werden gesucht...</translation>
    </message>
    <message>
        <source>Run a Vamp plug-in</source>
        <translation>Vamp-Plug-in ausführen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Plug-in and output</source>
        <translation>Plug-in und Ausgabe</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>Plug-ins</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>regions</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>No plug-ins found. Hosts look in ~/vamp, /usr/local/lib/vamp and /usr/lib/vamp, or in the folders of VAMP_PATH.</source>
        <translation>Keine Plug-ins gefunden. Programme suchen in ~/vamp, /usr/local/lib/vamp und /usr/lib/vamp oder in den Ordnern von VAMP_PATH.</translation>
    </message>
    <message>
        <source>A plug-in runs with its usual parameters, in a process of its own.</source>
        <translation>Ein Plug-in läuft mit seinen üblichen Parametern, in einem eigenen Prozess.</translation>
    </message>
    <message>
        <source>Not used: %1</source>
        <translation>Nicht benutzt: %1</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PosteriorgramView</name>
    <message>
        <source>Chord activation</source>
        <translation>Aktivierung der Akkorde</translation>
    </message>
    <message>
        <source>Tag the song to see its activations</source>
        <translation>Song analysieren, um die Aktivierungen zu sehen</translation>
    </message>
    <message>
        <source>Major and minor of each root</source>
        <translation>Dur und Moll jedes Grundtons</translation>
    </message>
    <message>
        <source>Every chord</source>
        <translation>Jeder Akkord</translation>
    </message>
    <message>
        <source>What the network hears before it decides: how likely each chord is at each moment.</source>
        <translation>Was das Netz hört, bevor es entscheidet: wie wahrscheinlich zu jedem Zeitpunkt jeder Akkord ist.</translation>
    </message>
    <message>
        <source>Height: the root, C at the bottom; of each root major below minor. N: no chord.</source>
        <translation>Höhe: der Grundton, unten C; von jedem Grundton Dur unter Moll. N: kein Akkord.</translation>
    </message>
    <message>
        <source>Height: the root, C at the bottom, each with all kinds of chords. N: no chord.</source>
        <translation>Höhe: der Grundton, unten C, jeder mit allen Akkordarten. N: kein Akkord.</translation>
    </message>
    <message>
        <source>Probability from 0 to 1</source>
        <translation>Wahrscheinlichkeit von 0 bis 1</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PracticeDialog</name>
    <message>
        <source>Practice</source>
        <translation>Üben</translation>
    </message>
    <message>
        <source>The loop repeats, and its speed changes step by step.</source>
        <translation>Die Schleife wiederholt sich, und ihr Tempo ändert sich schrittweise.</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Bis</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>&amp;Rounds at each speed</source>
        <translation>&amp;Runden je Tempo</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PracticeMode</name>
    <message>
        <source>Practise: faster each round</source>
        <translation>Üben: jede Runde schneller</translation>
    </message>
    <message>
        <source>Speeds of practice...</source>
        <translation>Tempi beim Üben...</translation>
    </message>
    <message>
        <source>Practise</source>
        <translation>Üben</translation>
    </message>
    <message>
        <source>Loops from %1 to %2 % speed, %3 % more after %4 rounds (Shift+R)</source>
        <translation>Schleife von %1 bis %2 % Tempo, nach %4 Runden %3 % mehr (Umschalt+R)</translation>
    </message>
    <message>
        <source>Practice has reached %1 % (Shift+R ends it)</source>
        <translation>Das Üben hat %1 % erreicht (Umschalt+R beendet es)</translation>
    </message>
    <message>
        <source>Practice: %1 %, round %2 of %3, up to %4 % (Shift+R ends it)</source>
        <translation>Üben: %1 %, Runde %2 von %3, bis %4 % (Umschalt+R beendet es)</translation>
    </message>
</context>
<context>
    <name>tactus::ui::PreviewStrip</name>
    <message>
        <source>Waveform of the preview</source>
        <translation>Wellenform der Vorschau</translation>
    </message>
</context>
<context>
    <name>tactus::ui::QueryField</name>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
</context>
<context>
    <name>tactus::ui::QuestionBar</name>
    <message>
        <source>Yes (0)</source>
        <translation>Ja (0)</translation>
    </message>
    <message>
        <source>Corrects the whole song. Undo takes it back.</source>
        <translation>Korrigiert den ganzen Song. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>The song is right: do not ask again</source>
        <translation>Der Song stimmt: nicht mehr fragen</translation>
    </message>
    <message>
        <source>Question about the whole song</source>
        <translation>Frage zum ganzen Song</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ReviewPanel</name>
    <message>
        <source>Places reviewed</source>
        <translation>Erledigte Stellen</translation>
    </message>
    <message>
        <source>%v of %m done</source>
        <translation>%v von %m erledigt</translation>
    </message>
    <message>
        <source>Doubtful places</source>
        <translation>Zweifelhafte Stellen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>The place is right (A)</source>
        <translation>Die Stelle stimmt (A)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Plays the bars around the place (Return)</source>
        <translation>Spielt die Takte um die Stelle (Eingabetaste)</translation>
    </message>
    <message>
        <source>Next song</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Opens the next song of the list (N)</source>
        <translation>Öffnet den nächsten Song der Liste (N)</translation>
    </message>
    <message>
        <source>odd</source>
        <translation>auffällig</translation>
    </message>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ReviewSession</name>
    <message>
        <source>No song is open.</source>
        <translation>Kein Song ist offen.</translation>
    </message>
    <message>
        <source>This song has no beats and chords yet.</source>
        <translation>Dieser Song hat noch keine Schläge und Akkorde.</translation>
    </message>
    <message>
        <source>This song has no confidences, so Tactus cannot rank its places.</source>
        <translation>Dieser Song hat keine Konfidenzen; Tactus kann seine Stellen nicht ordnen.</translation>
    </message>
    <message>
        <source>All doubtful places are done.</source>
        <translation>Alle zweifelhaften Stellen sind erledigt.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>A bar cannot be deleted. Press the digit of a correction.</source>
        <translation>Takte werden nicht gelöscht. Eine Korrektur mit ihrer Ziffer wählen.</translation>
    </message>
    <message>
        <source>Beats too close together</source>
        <translation>Schläge zu dicht</translation>
    </message>
    <message>
        <source>Missing beat</source>
        <translation>Fehlender Schlag</translation>
    </message>
    <message>
        <source>Extra beat</source>
        <translation>Überzähliger Schlag</translation>
    </message>
    <message>
        <source>Tempo jump</source>
        <translation>Temposprung</translation>
    </message>
    <message>
        <source>Twice the tempo</source>
        <translation>Doppeltes Tempo</translation>
    </message>
    <message>
        <source>Half the tempo</source>
        <translation>Halbes Tempo</translation>
    </message>
    <message>
        <source>Bar %1 has %2</source>
        <translation>Takt %1 hat %2</translation>
    </message>
    <message numerus="yes">
        <source>%n beat(s)</source>
        <translation>
            <numerusform>1 Schlag</numerusform>
            <numerusform>%n Schläge</numerusform>
        </translation>
    </message>
    <message>
        <source>Bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>Bars %1-%2</source>
        <translation>Takte %1-%2</translation>
    </message>
    <message>
        <source>Chord %1</source>
        <translation>Akkord %1</translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation>Tonart %1</translation>
    </message>
    <message>
        <source>bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>bars %1-%2</source>
        <translation>Takte %1-%2</translation>
    </message>
    <message numerus="yes">
        <source>Add %n beat(s)</source>
        <translation>
            <numerusform>Einen Schlag hinzufügen</numerusform>
            <numerusform>%n Schläge hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete the beat at %1 s</source>
        <translation>Schlag bei %L1 s löschen</translation>
    </message>
    <message>
        <source>Even out the beat at %1 s</source>
        <translation>Schlag bei %L1 s ausgleichen</translation>
    </message>
    <message>
        <source>Count %1 in %2</source>
        <translation>%1 in %2 zählen</translation>
    </message>
    <message>
        <source>One beat later: %1</source>
        <translation>Einen Schlag später: %1</translation>
    </message>
    <message>
        <source>One beat earlier: %1</source>
        <translation>Einen Schlag früher: %1</translation>
    </message>
    <message>
        <source>Double tempo</source>
        <translation>Tempo verdoppeln</translation>
    </message>
    <message>
        <source>Half tempo</source>
        <translation>Tempo halbieren</translation>
    </message>
    <message>
        <source>Half a beat later</source>
        <translation>Einen halben Schlag später</translation>
    </message>
    <message>
        <source>Half a beat earlier</source>
        <translation>Einen halben Schlag früher</translation>
    </message>
    <message>
        <source>%1   %2 %</source>
        <translation>%1   %2 %</translation>
    </message>
    <message>
        <source>Nothing is asked about the whole song.</source>
        <translation>Zum ganzen Song gibt es keine Frage.</translation>
    </message>
    <message>
        <source>Shift bars</source>
        <translation>Takte verschieben</translation>
    </message>
    <message>
        <source>The beats lie between the peaks: half a beat later?</source>
        <translation>Die Schläge liegen zwischen den Gipfeln: einen halben Schlag später?</translation>
    </message>
    <message>
        <source>The beats lie between the peaks: half a beat earlier?</source>
        <translation>Die Schläge liegen zwischen den Gipfeln: einen halben Schlag früher?</translation>
    </message>
    <message>
        <source>There are peaks between the beats, too: double tempo?</source>
        <translation>Auch zwischen den Schlägen sind Gipfel: doppeltes Tempo?</translation>
    </message>
    <message>
        <source>Every second beat has no peak: half tempo?</source>
        <translation>Jeder zweite Schlag hat keinen Gipfel: halbes Tempo?</translation>
    </message>
    <message numerus="yes">
        <source>The networks hear bars begin elsewhere: %n beat(s) later?</source>
        <translation>
            <numerusform>Die Netze hören die Takte anderswo beginnen: einen Schlag später?</numerusform>
            <numerusform>Die Netze hören die Takte anderswo beginnen: %n Schläge später?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The networks hear bars begin elsewhere: %n beat(s) earlier?</source>
        <translation>
            <numerusform>Die Netze hören die Takte anderswo beginnen: einen Schlag früher?</numerusform>
            <numerusform>Die Netze hören die Takte anderswo beginnen: %n Schläge früher?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::RulerView</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Where you are in the song. A click on any lane sets the cursor, a drag selects.</source>
        <translation>Die Stelle im Song. Ein Klick in eine Spur setzt den Cursor, Ziehen wählt aus.</translation>
    </message>
    <message>
        <source>Minutes and seconds; hours if there are any.</source>
        <translation>Minuten und Sekunden; Stunden, wenn es welche gibt.</translation>
    </message>
    <message>
        <source>The cursor, from which playback begins</source>
        <translation>Der Cursor, bei dem die Wiedergabe beginnt</translation>
    </message>
    <message>
        <source>Tinted: the selected passage</source>
        <translation>Getönt: die ausgewählte Passage</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SampleView</name>
    <message>
        <source>Output of the network for a validation song</source>
        <translation>Ausgabe des Netzes für einen Validierungssong</translation>
    </message>
    <message>
        <source>After each epoch: output of the network for a validation song</source>
        <translation>Nach jeder Epoche: Ausgabe des Netzes für einen Validierungssong</translation>
    </message>
    <message>
        <source>%1, %2 to %3 s, after epoch %4</source>
        <translation>%1, %2 bis %3 s, nach Epoche %4</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>annotated</source>
        <translation>annotiert</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ScorePanel</name>
    <message>
        <source>Scores against the chosen comparison</source>
        <translation>Bewertung gegen den gewählten Vergleich</translation>
    </message>
    <message>
        <source>Against %1     %2</source>
        <translation>Gegen %1     %2</translation>
    </message>
    <message>
        <source>no layer that Tactus can score</source>
        <translation>keine Ebene, die Tactus bewerten kann</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SectionLane</name>
    <message>
        <source>Sections. The table of sections shows the same as text.</source>
        <translation>Abschnitte. Die Tabelle der Abschnitte zeigt dasselbe als Text.</translation>
    </message>
    <message>
        <source>No sections yet: press H where one begins, or select a passage and press Shift+H</source>
        <translation>Noch keine Abschnitte: H drücken, wo einer beginnt, oder eine Passage auswählen und Umschalt+H drücken</translation>
    </message>
    <message>
        <source>Names of passages: %1.</source>
        <translation>Namen von Passagen: %1.</translation>
    </message>
    <message>
        <source>The parts of the song.</source>
        <translation>Die Teile des Songs.</translation>
    </message>
    <message>
        <source>Colours: the kind; &quot;verse 1&quot; and &quot;verse 2&quot; have the same.</source>
        <translation>Farben: die Art; &quot;verse 1&quot; und &quot;verse 2&quot; haben dieselbe.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SegmentEntry</name>
    <message>
        <source>Chord, such as Dm7 or Bb/D</source>
        <translation>Akkord, etwa Dm7 oder Bb/D</translation>
    </message>
    <message>
        <source>Chord name</source>
        <translation>Name des Akkords</translation>
    </message>
    <message>
        <source>Likely chords</source>
        <translation>Wahrscheinliche Akkorde</translation>
    </message>
    <message>
        <source>Key, such as Am or Eb major</source>
        <translation>Tonart, etwa Am oder Eb major</translation>
    </message>
    <message>
        <source>Key name</source>
        <translation>Name der Tonart</translation>
    </message>
    <message>
        <source>Likely keys</source>
        <translation>Wahrscheinliche Tonarten</translation>
    </message>
    <message>
        <source>Section, such as verse</source>
        <translation>Abschnitt, etwa verse</translation>
    </message>
    <message>
        <source>Section name</source>
        <translation>Name des Abschnitts</translation>
    </message>
    <message>
        <source>Usual sections</source>
        <translation>Übliche Abschnitte</translation>
    </message>
    <message>
        <source>%1	%2 %</source>
        <translation>%1	%L2 %</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SegmentLane</name>
    <message>
        <source>, confidence %1</source>
        <translation>, Konfidenz %L1</translation>
    </message>
    <message>
        <source>%1, %2 s to %3 s%4</source>
        <translation>%1, %L2 s bis %L3 s%4</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SettingsDialog</name>
    <message>
        <source>Chords as musicians write them (Dm7, not D:min7)</source>
        <translation>Akkorde wie in Noten (Dm7, nicht D:min7)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>the shipped models</source>
        <translation>die mitgelieferten Modelle</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Language (after a restart)</source>
        <translation>Sprache, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Review the least sure</source>
        <translation>In der Durchsicht: die unsichersten</translation>
    </message>
    <message>
        <source>Save a recovery file every</source>
        <translation>Wiederherstellungsdatei alle</translation>
    </message>
    <message>
        <source>Device for tagging</source>
        <translation>Gerät für die Analyse</translation>
    </message>
    <message>
        <source>Models (files or names, separated by ;)</source>
        <translation>Modelle (Dateien oder Namen, mit ;)</translation>
    </message>
    <message>
        <source>Slower, slightly more accurate</source>
        <translation>Langsamer, ein wenig genauer</translation>
    </message>
    <message>
        <source>Faster; worse on a few recordings</source>
        <translation>Schneller; einige Aufnahmen werden schlechter erkannt</translation>
    </message>
    <message>
        <source>Snap beats, boundaries and selections (hold Alt to drag freely)</source>
        <translation>Schläge, Grenzen und Auswahl einrasten (frei mit Alt)</translation>
    </message>
    <message>
        <source>Save without asking before another song opens</source>
        <translation>Ohne Frage speichern, bevor ein anderer Song öffnet</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SheetMaker</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SheetOptions</name>
    <message>
        <source>Diagrams</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Guitar</source>
        <translation>Gitarre</translation>
    </message>
    <message>
        <source>Ukulele</source>
        <translation>Ukulele</translation>
    </message>
    <message>
        <source>Piano</source>
        <translation>Klavier</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>International (B, Bb)</source>
        <translation>International (B, Bb)</translation>
    </message>
    <message>
        <source>German (H, B)</source>
        <translation>Deutsch (H, B)</translation>
    </message>
    <message>
        <source>Numbers (Nashville)</source>
        <translation>Stufen (Nashville)</translation>
    </message>
    <message>
        <source>As many as needed</source>
        <translation>So viele wie nötig</translation>
    </message>
    <message numerus="yes">
        <source>Fit on %n page(s)</source>
        <translation>
            <numerusform>Auf %n Seite</numerusform>
            <numerusform>Auf %n Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Pages in print</source>
        <translation>Seiten im Druck</translation>
    </message>
    <message>
        <source>Simple chords</source>
        <translation>Einfache Akkorde</translation>
    </message>
    <message>
        <source>Triads alone: no sevenths, no bass notes</source>
        <translation>Nur Dreiklänge: keine Septimen, keine Basstöne</translation>
    </message>
    <message>
        <source>Lyrics</source>
        <translation>Liedtext</translation>
    </message>
    <message>
        <source>Next diagrams</source>
        <translation>Nächste Diagramme</translation>
    </message>
    <message>
        <source>Next names</source>
        <translation>Nächste Namen</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SheetPage</name>
    <message>
        <source>Tra&amp;nspose</source>
        <translation>Tra&amp;nsponieren</translation>
    </message>
    <message>
        <source>Semitones by which the symbols differ from the recording</source>
        <translation>Halbtöne zwischen den Symbolen und der Aufnahme</translation>
    </message>
    <message>
        <source>C&amp;apo</source>
        <translation>K&amp;apodaster</translation>
    </message>
    <message>
        <source>Fret of the capo; the symbols are the shapes above it</source>
        <translation>Bund des Kapodasters; die Symbole sind die Griffe darüber</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Smaller symbols (Ctrl+-)</source>
        <translation>Kleinere Symbole (Strg+-)</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Larger symbols (Ctrl++)</source>
        <translation>Größere Symbole (Strg++)</translation>
    </message>
    <message>
        <source>Print...</source>
        <translation>Drucken...</translation>
    </message>
    <message>
        <source>Shows the pages and prints them (Ctrl+P)</source>
        <translation>Zeigt die Seiten und druckt sie (Strg+P)</translation>
    </message>
    <message>
        <source>Save sheet...</source>
        <translation>Blatt speichern...</translation>
    </message>
    <message>
        <source>Saves PDF, MusicXML or ChordPro (Ctrl+Shift+E)</source>
        <translation>Speichert PDF, MusicXML oder ChordPro (Strg+Umschalt+E)</translation>
    </message>
    <message>
        <source>Correct the chord...</source>
        <translation>Akkord korrigieren...</translation>
    </message>
    <message>
        <source>Transpose up</source>
        <translation>Höher transponieren</translation>
    </message>
    <message>
        <source>Transpose down</source>
        <translation>Tiefer transponieren</translation>
    </message>
    <message>
        <source>Capo one fret up</source>
        <translation>Kapodaster einen Bund höher</translation>
    </message>
    <message>
        <source>Capo one fret down</source>
        <translation>Kapodaster einen Bund tiefer</translation>
    </message>
    <message>
        <source>Print sheet...</source>
        <translation>Blatt drucken...</translation>
    </message>
    <message>
        <source>No song is open.</source>
        <translation>Kein Song ist offen.</translation>
    </message>
    <message>
        <source> %1%2</source>
        <translation> %1%2</translation>
    </message>
    <message>
        <source> capo %1</source>
        <translation> Kapodaster %1</translation>
    </message>
    <message>
        <source>Save sheet</source>
        <translation>Blatt speichern</translation>
    </message>
    <message>
        <source>PDF pages (*.pdf)</source>
        <translation>PDF-Seiten (*.pdf)</translation>
    </message>
    <message>
        <source>MusicXML (*.musicxml)</source>
        <translation>MusicXML (*.musicxml)</translation>
    </message>
    <message>
        <source>ChordPro (*.cho)</source>
        <translation>ChordPro (*.cho)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Shee&amp;t</source>
        <translation>A&amp;kkordblatt</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Diagrams, names, simple chords, pages in print</source>
        <translation>Diagramme, Namen, einfache Akkorde, Seiten im Druck</translation>
    </message>
    <message>
        <source>Saved %1: %2 pages, or the symbols would be too small to read</source>
        <translation>%1 gespeichert: %2 Seiten, sonst wären die Symbole zu klein zum Lesen</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SheetView</name>
    <message>
        <source>Chord sheet</source>
        <translation>Akkordblatt</translation>
    </message>
    <message>
        <source>No song is open. Press Ctrl+O to open one.</source>
        <translation>Kein Song ist offen. Strg+O öffnet einen.</translation>
    </message>
    <message>
        <source>%1 on beat %2</source>
        <translation>%1 auf Schlag %2</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>Auftakt</translation>
    </message>
    <message>
        <source>Bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Letters of the annotation: B is German H, Bb is German B</source>
        <translation>Buchstaben der Annotation: B ist H, Bb ist B</translation>
    </message>
</context>
<context>
    <name>tactus::ui::ShortcutSheet</name>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Strg + Mausrad</translation>
    </message>
    <message>
        <source>Zoom around the pointer</source>
        <translation>Am Mauszeiger vergrößern</translation>
    </message>
    <message>
        <source>Middle drag</source>
        <translation>Mit der mittleren Taste ziehen</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>Ansicht verschieben</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Sets the cursor; chooses a beat or chord</source>
        <translation>Setzt den Cursor; wählt einen Schlag oder Akkord</translation>
    </message>
    <message>
        <source>Drag, Shift + click</source>
        <translation>Ziehen, Umschalt + Klick</translation>
    </message>
    <message>
        <source>Select a passage</source>
        <translation>Passage auswählen</translation>
    </message>
    <message>
        <source>Drag a beat or a chord&apos;s edge</source>
        <translation>Schlag oder Akkordgrenze ziehen</translation>
    </message>
    <message>
        <source>Moves it to the nearest onset or beat; hold Alt to move it freely</source>
        <translation>Verschiebt bis zum nächsten Einsatz oder Schlag; mit Alt frei</translation>
    </message>
    <message>
        <source>Double click in Beats</source>
        <translation>Doppelklick in Schläge</translation>
    </message>
    <message>
        <source>Adds a beat</source>
        <translation>Fügt einen Schlag hinzu</translation>
    </message>
    <message>
        <source>Double click in Chords, capital letter</source>
        <translation>Doppelklick in Akkorde, Großbuchstabe</translation>
    </message>
    <message>
        <source>Names the chord</source>
        <translation>Benennt den Akkord</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>Menu of the lane</source>
        <translation>Menü der Spur</translation>
    </message>
    <message>
        <source>Mouse on the lanes</source>
        <translation>Maus in den Spuren</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Drag a loop</source>
        <translation>Schleife ziehen</translation>
    </message>
    <message>
        <source>Takes whole bars; hold Alt to drag freely</source>
        <translation>Nimmt ganze Takte; mit Alt frei ziehen</translation>
    </message>
    <message>
        <source>Nothing has these words.</source>
        <translation>Nichts enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Click the name of a lane</source>
        <translation>Klick auf den Namen einer Spur</translation>
    </message>
    <message>
        <source>Says what the lane shows, its colours and its unit</source>
        <translation>Sagt, was die Spur zeigt, ihre Farben und ihre Einheit</translation>
    </message>
    <message>
        <source>Untagged: the song has no beats and chords yet</source>
        <translation>Nicht analysiert: der Song hat noch keine Schläge und Akkorde</translation>
    </message>
    <message>
        <source>Tagged: beats and chords are of the networks, nobody has changed them</source>
        <translation>Analysiert: Schläge und Akkorde sind von den Netzen, niemand hat sie geändert</translation>
    </message>
    <message>
        <source>Edited: somebody has changed them</source>
        <translation>Bearbeitet: jemand hat sie geändert</translation>
    </message>
    <message>
        <source>Checked: somebody says that they are right; Tactus never changes them</source>
        <translation>Geprüft: jemand sagt, dass sie stimmen; Tactus ändert sie nie</translation>
    </message>
    <message>
        <source>Marks in the list of songs</source>
        <translation>Zeichen in der Liste der Songs</translation>
    </message>
    <message>
        <source>Marks in the lane %1</source>
        <translation>Zeichen in der Spur %1</translation>
    </message>
    <message>
        <source>Search: a key, a command, a colour</source>
        <translation>Suchen: eine Taste, ein Befehl, eine Farbe</translation>
    </message>
    <message>
        <source>Search the shortcuts</source>
        <translation>Tastenkürzel durchsuchen</translation>
    </message>
    <message>
        <source>Ctrl + drag a beat</source>
        <translation>Strg + einen Schlag ziehen</translation>
    </message>
    <message>
        <source>Stretches the beats up to the next anchors, while clicks sound</source>
        <translation>Dehnt die Schläge bis zu den nächsten Ankern; Klicks klingen dabei</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongDetailsDialog</name>
    <message>
        <source>Song details</source>
        <translation>Angaben zum Song</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>&amp;Artist</source>
        <translation>&amp;Interpret</translation>
    </message>
    <message>
        <source>A&amp;lbum</source>
        <translation>A&amp;lbum</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Tempo in the file</source>
        <translation>Tempo in der Datei</translation>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation>%L1 BPM</translation>
    </message>
    <message>
        <source>Key in the file</source>
        <translation>Tonart in der Datei</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Annotated by</source>
        <translation>Annotiert von</translation>
    </message>
    <message>
        <source>This song is checked. Unlock it (Ctrl+L) to change its names.</source>
        <translation>Dieser Song ist geprüft. Zum Ändern der Namen entsperren (Strg+L).</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongList</name>
    <message>
        <source>tagged</source>
        <translation>analysiert</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>untagged</source>
        <translation>nicht analysiert</translation>
    </message>
    <message>
        <source>Open a folder (Ctrl+Shift+O) to see its songs here.</source>
        <translation>Ordner öffnen (Strg+Umschalt+O), um seine Songs hier zu sehen.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter songs</source>
        <translation>Songs filtern</translation>
    </message>
    <message>
        <source>Songs of the folder</source>
        <translation>Songs des Ordners</translation>
    </message>
    <message>
        <source>There is no audio file in %1.</source>
        <translation>In %1 ist keine Audiodatei.</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%L1  %2</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1, nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongLyrics</name>
    <message>
        <source>Open the song first: lyrics belong to a song.</source>
        <translation>Erst den Song öffnen: ein Liedtext gehört zu einem Song.</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on the lyrics: %1</source>
        <translation>
            <numerusform>%n Hinweis zum Liedtext: %1</numerusform>
            <numerusform>%n Hinweise zum Liedtext: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongPreview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Pause the preview (Space)</source>
        <translation>Vorschau anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>Play this song (Space)</source>
        <translation>Diesen Song abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>Space plays the song under the cursor</source>
        <translation>Die Leertaste spielt den Song unter der Markierung</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SongSession</name>
    <message>
        <source>This song is checked. Unlock it before you tag it again.</source>
        <translation>Dieser Song ist geprüft. Vor einer neuen Analyse entsperren.</translation>
    </message>
    <message>
        <source>The changes that you made during tagging were kept. Press Ctrl+T to replace them with the tags.</source>
        <translation>Die Änderungen während der Analyse bleiben. Strg+T ersetzt sie durch das Ergebnis der Netze.</translation>
    </message>
    <message>
        <source>Tagging stopped. Press Ctrl+T to start it again.</source>
        <translation>Analyse angehalten. Strg+T startet sie neu.</translation>
    </message>
    <message>
        <source>
Your work is not lost: save it elsewhere with File, Save as...</source>
        <translation>
Die Arbeit ist nicht verloren: woanders speichern mit Datei, Speichern unter...</translation>
    </message>
    <message>
        <source>Tactus did not write the old file, so the old file was kept as %1.</source>
        <translation>Jene Datei stammte nicht von Tactus: Sie bleibt als %1.</translation>
    </message>
    <message numerus="yes">
        <source>Exported %n file(s)</source>
        <translation>
            <numerusform>%n Datei exportiert</numerusform>
            <numerusform>%n Dateien exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Correct this file, or move it away to open the song without it.</source>
        <translation>Diese Datei berichtigen, oder sie verschieben und den Song ohne sie öffnen.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SpectrogramView</name>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Dynamik</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>Frequenzen</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Samples</translation>
    </message>
    <message>
        <source>Spectrogram</source>
        <translation>Spektrogramm</translation>
    </message>
    <message>
        <source>%1 kHz</source>
        <translation>%1 kHz</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <source>Mel</source>
        <translation>Mel</translation>
    </message>
    <message>
        <source>%1 %2%3 cents</source>
        <translation>%1 %2%3 Cent</translation>
    </message>
    <message>
        <source>%L1 Hz</source>
        <translation>%L1 Hz</translation>
    </message>
    <message>
        <source>%1, %2 dB</source>
        <translation>%1, %2 dB</translation>
    </message>
    <message>
        <source>How loud each frequency is. A right click has window, scale, gain and colours.</source>
        <translation>Wie laut jede Frequenz ist. Ein Rechtsklick hat Fenster, Skala, Verstärkung und Farben.</translation>
    </message>
    <message>
        <source>Height: frequency in Hz, each octave as high as the next.</source>
        <translation>Höhe: Frequenz in Hz, jede Oktave so hoch wie die nächste.</translation>
    </message>
    <message>
        <source>Height: frequency in Hz, each 1,000 Hz as high as the next.</source>
        <translation>Höhe: Frequenz in Hz, je 1.000 Hz gleich hoch.</translation>
    </message>
    <message>
        <source>From %1 dB below full scale to %2 dB</source>
        <translation>Von %1 dB unter Vollaussteuerung bis %2 dB</translation>
    </message>
    <message>
        <source>Height: frequency in Hz, as far apart as people hear it (mel).</source>
        <translation>Höhe: Frequenz in Hz, so weit auseinander, wie Menschen sie hören (Mel).</translation>
    </message>
</context>
<context>
    <name>tactus::ui::SpeedPage</name>
    <message numerus="yes">
        <source>, %n thread(s)</source>
        <translation>
            <numerusform>, 1 Thread</numerusform>
            <numerusform>, %n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>Vom Maximum</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>&amp;Bars for</source>
        <translation>&amp;Balken für</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Tactus cannot measure a graphics card: %1</source>
        <translation>Tactus kann keine Grafikkarte messen: %1</translation>
    </message>
    <message>
        <source>Nothing was measured: %1</source>
        <translation>Nichts wurde gemessen: %1</translation>
    </message>
    <message>
        <source>Si&amp;zes</source>
        <translation>&amp;Größen</translation>
    </message>
    <message>
        <source>Table, short</source>
        <translation>Tabelle, kurz</translation>
    </message>
    <message>
        <source>Table, complete (minutes)</source>
        <translation>Tabelle, ganz (Minuten)</translation>
    </message>
    <message>
        <source>&amp;Processor</source>
        <translation>Pro&amp;zessor</translation>
    </message>
    <message>
        <source>The processor of this computer</source>
        <translation>Der Prozessor dieses Computers</translation>
    </message>
    <message>
        <source>&amp;Graphics card</source>
        <translation>Grafi&amp;kkarte</translation>
    </message>
    <message>
        <source>A CUDA device, if this computer has one</source>
        <translation>Ein CUDA-Gerät, falls dieser Computer eins hat</translation>
    </message>
    <message>
        <source>&amp;Ladder</source>
        <translation>&amp;Leiter</translation>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation>Als CSV speichern...</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Save as picture...</source>
        <translation>Als Bild speichern...</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Model %1</source>
        <translation>Modell %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 x</source>
        <translation>%1 x</translation>
    </message>
    <message>
        <source>%1: %2 layers of %3 units, batch %4, %5 frames</source>
        <translation>%1: %2 Schichten mit %3 Einheiten, Stapel %4, %5 Frames</translation>
    </message>
    <message>
        <source>%1 GFLOP/s   %2 x real time</source>
        <translation>%L1 GFLOP/s   %2 x Echtzeit</translation>
    </message>
    <message>
        <source>   %1 x faster</source>
        <translation>   %L1 x schneller</translation>
    </message>
    <message>
        <source>   %1 % of peak</source>
        <translation>   %1 % vom Maximum</translation>
    </message>
    <message>
        <source>Measuring: %1 done. Other programs on this computer slow it down.</source>
        <translation>Messung läuft: %1 fertig. Andere Programme auf diesem Computer bremsen sie.</translation>
    </message>
    <message>
        <source>Measures bidirectional LSTM layers on random data. Tagging and training spend most of their time in such layers.</source>
        <translation>Misst bidirektionale LSTM-Schichten mit Zufallsdaten. Analyse und Training verbringen die meiste Zeit in solchen Schichten.</translation>
    </message>
    <message numerus="yes">
        <source>%n measurement(s). GFLOP/s count the multiplications and additions of the matrix products. Real time means %1 frames per second.</source>
        <translation>
            <numerusform>Eine Messung. GFLOP/s zählen Multiplikationen und Additionen der Matrixprodukte. Echtzeit bedeutet %1 Frames pro Sekunde.</numerusform>
            <numerusform>%n Messungen. GFLOP/s zählen Multiplikationen und Additionen der Matrixprodukte. Echtzeit bedeutet %1 Frames pro Sekunde.</numerusform>
        </translation>
    </message>
    <message>
        <source> The model has %1 networks: tagging runs all of them.</source>
        <translation> Das Modell hat %1 Netze: Die Analyse rechnet alle.</translation>
    </message>
    <message>
        <source>How the layers are computed: a step of the ladder</source>
        <translation>Wie die Schichten berechnet werden: eine Stufe der Leiter</translation>
    </message>
    <message>
        <source>Billions of multiplications and additions per second</source>
        <translation>Milliarden Multiplikationen und Additionen pro Sekunde</translation>
    </message>
    <message>
        <source>Share of the peak, which Tactus measures in single precision. Above 100 %: bf16 computes with half as many bits, so it can be faster.</source>
        <translation>Anteil am Höchstwert, den Tactus in einfacher Genauigkeit misst. Über 100 %: bf16 rechnet mit halb so vielen Bits und kann schneller sein.</translation>
    </message>
    <message>
        <source>Seconds of music per second</source>
        <translation>Sekunden Musik pro Sekunde</translation>
    </message>
    <message>
        <source>Measures every way to compute the layers, step by step from the simplest to the fastest; otherwise only the fastest</source>
        <translation>Misst jede Art, die Schichten zu berechnen, Stufe für Stufe von der einfachsten zur schnellsten; sonst nur die schnellste</translation>
    </message>
    <message>
        <source> in single precision</source>
        <translation> in einfacher Genauigkeit</translation>
    </message>
    <message>
        <source>%1 predicted, %2</source>
        <translation>%1 vorhergesagt, %2</translation>
    </message>
    <message>
        <source>%1 GFLOP/s   %2 ms</source>
        <translation>%1 GFLOP/s   %2 ms</translation>
    </message>
    <message>
        <source>naive program</source>
        <translation>naives Programm</translation>
    </message>
    <message>
        <source>%1, predicted, not measured: %2 ms. A product for each gate and a kernel for each operation of each step: bound by kernel launches.</source>
        <translation>%1, vorhergesagt, nicht gemessen: %2 ms. Ein Produkt je Gatter und ein Kernel je Operation jedes Schritts: begrenzt durch Starts von Kerneln.</translation>
    </message>
    <message>
        <source>weights on the chip</source>
        <translation>Gewichte auf dem Chip</translation>
    </message>
    <message>
        <source>%1, predicted, not measured: %2 ms. Bound by: %3.</source>
        <translation>%1, vorhergesagt, nicht gemessen: %2 ms. Begrenzt durch: %3.</translation>
    </message>
    <message>
        <source>Predicted for this card: %1 ms. Bound by: %2.</source>
        <translation>Für diese Karte vorhergesagt: %1 ms. Begrenzt durch: %2.</translation>
    </message>
    <message>
        <source>Its speed is predicted, not measured</source>
        <translation>Ihre Geschwindigkeit ist vorhergesagt, nicht gemessen</translation>
    </message>
    <message>
        <source>Predicte&amp;d card</source>
        <translation>&amp;Vorhergesagte Karte</translation>
    </message>
    <message>
        <source>LSTM from a forum question</source>
        <translation>LSTM des Forums</translation>
    </message>
    <message>
        <source>Why is an LSTM slower on a card? 700 inputs, 500 units, 80 frames</source>
        <translation>Warum ist ein LSTM auf einer Karte langsamer? 700 Eingänge, 500 Einheiten, 80 Frames</translation>
    </message>
    <message>
        <source>the wait for the other blocks</source>
        <translation>das Warten auf die anderen Blöcke</translation>
    </message>
    <message>
        <source>the chunks of a block, one after another</source>
        <translation>die Teile eines Blocks, einer nach dem anderen</translation>
    </message>
    <message>
        <source>the links between blocks</source>
        <translation>die Verbindungen zwischen Blöcken</translation>
    </message>
    <message>
        <source>the L2 of the card</source>
        <translation>den L2 der Karte</translation>
    </message>
    <message>
        <source>the units of a multiprocessor</source>
        <translation>die Rechenwerke eines Multiprozessors</translation>
    </message>
    <message>
        <source>two kernels of a graph</source>
        <translation>zwei Kernel eines Graphen</translation>
    </message>
    <message>
        <source>matrix products of all frames</source>
        <translation>Produkte aller Frames</translation>
    </message>
    <message>
        <source>kernel launches</source>
        <translation>Starts von Kerneln</translation>
    </message>
    <message>
        <source>%1 x slower</source>
        <translation>%1 x langsamer</translation>
    </message>
    <message>
        <source>%1 x faster</source>
        <translation>%1 x schneller</translation>
    </message>
    <message>
        <source>Card, measured: %1 ms</source>
        <translation>Karte, gemessen: %1 ms</translation>
    </message>
    <message>
        <source>%1, predicted: %2 ms, bound by: %3; measured / predicted: %4</source>
        <translation>%1, vorhergesagt: %2 ms, begrenzt durch: %3; gemessen / vorhergesagt: %4</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>Processor, measured: %1 ms</source>
        <translation>Prozessor, gemessen: %1 ms</translation>
    </message>
    <message>
        <source>%1, predicted, not measured:</source>
        <translation>%1, vorhergesagt, nicht gemessen:</translation>
    </message>
    <message>
        <source>- a kernel for each operation of each step: %1 ms, %2</source>
        <translation>- ein Kernel je Operation jedes Schritts: %1 ms, %2</translation>
    </message>
    <message>
        <source>Card, ms: predicted,
not measured</source>
        <translation>Karte, ms: vorhergesagt,
nicht gemessen</translation>
    </message>
    <message>
        <source>Naive program, ms:
predicted, not measured</source>
        <translation>Naives Programm, ms:
vorhergesagt, nicht gemessen</translation>
    </message>
    <message>
        <source>Prediction
bound by</source>
        <translation>Vorhersage
begrenzt durch</translation>
    </message>
    <message>
        <source>From the data sheet of the card and published latencies. In brackets: the range that these give.</source>
        <translation>Aus dem Datenblatt der Karte und veröffentlichten Latenzen. In Klammern: der Bereich, den sie ergeben.</translation>
    </message>
    <message>
        <source>A product for each gate and a kernel for each operation of each step</source>
        <translation>Ein Produkt je Gatter und ein Kernel je Operation jedes Schritts</translation>
    </message>
    <message>
        <source>What takes longest in the predicted time of the card</source>
        <translation>Was in der vorhergesagten Zeit der Karte am längsten dauert</translation>
    </message>
    <message>
        <source>%1, predicted, not measured</source>
        <translation>%1, vorhergesagt, nicht gemessen</translation>
    </message>
    <message>
        <source>a kernel graph</source>
        <translation>ein Graph von Kerneln</translation>
    </message>
    <message>
        <source>- %1: %2 ms, %3, bound by: %4</source>
        <translation>- %1: %2 ms, %3, begrenzt durch: %4</translation>
    </message>
</context>
<context>
    <name>tactus::ui::StartPage</name>
    <message>
        <source>Tactus hears the beats, bars, chords and keys of recorded music. You see, hear and correct them.</source>
        <translation>Tactus hört die Schläge, Takte, Akkorde und Tonarten aufgenommener Musik, zum Sehen, Hören und Korrigieren.</translation>
    </message>
    <message>
        <source>The networks are listening to the demo song...</source>
        <translation>Die Netze hören den Demosong...</translation>
    </message>
    <message>
        <source>Tagging is running</source>
        <translation>Die Analyse läuft</translation>
    </message>
    <message>
        <source>Or drop songs, folders or playlists anywhere on this window. F1 shows all keys.</source>
        <translation>Oder Songs, Ordner oder Wiedergabelisten irgendwo auf dieses Fenster ziehen. F1 zeigt alle Tasten.</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TempoLane</name>
    <message>
        <source>free tempo</source>
        <translation>freies Tempo</translation>
    </message>
    <message>
        <source>constant %1 BPM</source>
        <translation>konstant %L1 BPM</translation>
    </message>
    <message numerus="yes">
        <source>%n tempo(s)</source>
        <translation>
            <numerusform>1 Tempo</numerusform>
            <numerusform>%n Tempi</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and free beats</source>
        <translation>%1 und freie Schläge</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>No tempo grid</source>
        <translation>Kein Taktraster</translation>
    </message>
    <message>
        <source>Tempo grid: %1</source>
        <translation>Taktraster: %1</translation>
    </message>
    <message>
        <source>%1 BPM</source>
        <translation>%1 BPM</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 BPM at the cursor</source>
        <translation>%L1 BPM am Cursor</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The tempo at each beat, and the tempo grid of the song: one constant tempo, several tempi, or free tempo.</source>
        <translation>Das Tempo bei jedem Schlag und das Taktraster des Songs: ein festes Tempo, mehrere Tempi oder freies Tempo.</translation>
    </message>
    <message>
        <source>Height: beats per minute (BPM), with the scale at the left.</source>
        <translation>Höhe: Schläge pro Minute (BPM), mit der Skala links.</translation>
    </message>
    <message>
        <source>The tempo of the beats</source>
        <translation>Das Tempo der Schläge</translation>
    </message>
    <message>
        <source>Here a tempo of the grid begins</source>
        <translation>Hier beginnt ein Tempo des Taktrasters</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainControls</name>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Starts a new run with the configuration</source>
        <translation>Startet einen neuen Trainingslauf mit der Konfiguration</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>Pa&amp;use</translation>
    </message>
    <message>
        <source>Saves the state and waits; the songs stay in memory</source>
        <translation>Sichert den Zustand und wartet; die Songs bleiben im Speicher</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Continues a run that was paused, stopped or interrupted</source>
        <translation>Setzt einen Lauf fort, der pausiert, angehalten oder unterbrochen wurde</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Kill</source>
        <translation>Sofort &amp;beenden</translation>
    </message>
    <message>
        <source>Ends the run at once and keeps only the last checkpoint</source>
        <translation>Beendet den Lauf sofort und behält nur den letzten Sicherungspunkt</translation>
    </message>
    <message>
        <source>Finishes the batch, writes a checkpoint and ends</source>
        <translation>Beendet den Stapel, schreibt einen Sicherungspunkt und hört auf</translation>
    </message>
    <message>
        <source>Kill the run?</source>
        <translation>Den Lauf sofort beenden?</translation>
    </message>
    <message>
        <source>The run is about to save its state and end. If you kill it, it loses all progress since the last checkpoint.</source>
        <translation>Der Lauf sichert gerade seinen Zustand und endet dann. Sofort beenden verliert alles seit dem letzten Sicherungspunkt.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainCurves</name>
    <message>
        <source>Loss per batch</source>
        <translation>Verlust je Stapel</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss per epoch</source>
        <translation>Verlust je Epoche</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>%1 Training</translation>
    </message>
    <message>
        <source>%1 validation</source>
        <translation>%1 Validierung</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>geglättet</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>No validation songs, so there are no scores</source>
        <translation>Keine Validierungssongs, also keine Bewertung</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainFigures</name>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Frames/s</source>
        <translation>Frames/s</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Noch</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>none (no GPU in use)</source>
        <translation>keiner (ohne GPU)</translation>
    </message>
    <message>
        <source>Figures of the run</source>
        <translation>Zahlen des Laufs</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Songs</source>
        <translation>Songs</translation>
    </message>
    <message>
        <source>%1 + %2 for validation</source>
        <translation>%1 + %2 zur Validierung</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>&lt;b&gt;No run yet.&lt;/b&gt;&lt;br&gt;Try with the demo songs, or choose a recipe, add a corpus and start. A run continues after you close the window; you find it here when you open it again.</source>
        <translation>&lt;b&gt;Noch kein Trainingslauf.&lt;/b&gt;&lt;br&gt;Mit den Demosongs probieren, oder ein Rezept wählen, einen Korpus hinzufügen und starten. Ein Lauf geht weiter, wenn das Fenster geschlossen ist; beim nächsten Öffnen steht er hier.</translation>
    </message>
    <message>
        <source>epoch %1: %2 %3</source>
        <translation>Epoche %1: %2 %3</translation>
    </message>
    <message>
        <source>epoch %1; no validation songs</source>
        <translation>Epoche %1; keine Songs zur Validierung</translation>
    </message>
    <message>
        <source>epoch %1, the last</source>
        <translation>Epoche %1, die letzte</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainPage</name>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Messages of the run appear here.</source>
        <translation>Hier erscheinen die Meldungen des Laufs.</translation>
    </message>
    <message>
        <source>Tag the open song with this model</source>
        <translation>Offenen Song damit analysieren</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Beats recipe</source>
        <translation>Rezept Schläge</translation>
    </message>
    <message>
        <source>Chords recipe</source>
        <translation>Rezept Akkorde</translation>
    </message>
    <message>
        <source>Open recipe...</source>
        <translation>Rezept öffnen...</translation>
    </message>
    <message>
        <source>Open run...</source>
        <translation>Lauf öffnen...</translation>
    </message>
    <message>
        <source>Learn from corrections</source>
        <translation>Aus Korrekturen lernen</translation>
    </message>
    <message>
        <source>Trains a shipped model further on the songs that you have checked</source>
        <translation>Trainiert ein mitgeliefertes Modell mit den geprüften Songs weiter</translation>
    </message>
    <message>
        <source>Add the checked songs to the corrections</source>
        <translation>Geprüfte Songs zu den Korrekturen hinzufügen</translation>
    </message>
    <message>
        <source>Fine-tune beats</source>
        <translation>Schläge nachtrainieren</translation>
    </message>
    <message>
        <source>Fine-tune chords</source>
        <translation>Akkorde nachtrainieren</translation>
    </message>
    <message>
        <source>Add a corpus, then start.</source>
        <translation>Einen Korpus hinzufügen, dann starten.</translation>
    </message>
    <message>
        <source>Open a training configuration</source>
        <translation>Trainingskonfiguration öffnen</translation>
    </message>
    <message>
        <source>Configuration (*.yaml *.yml)</source>
        <translation>Konfiguration (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open a training run</source>
        <translation>Trainingslauf öffnen</translation>
    </message>
    <message>
        <source>Log or model (*.progress *.log *.safetensors)</source>
        <translation>Protokoll oder Modell (*.progress *.log *.safetensors)</translation>
    </message>
    <message numerus="yes">
        <source>%n song(s) added to the corrections.</source>
        <translation>
            <numerusform>Einen Song zu den Korrekturen hinzugefügt.</numerusform>
            <numerusform>%n Songs zu den Korrekturen hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrected song(s). Press Start when you are ready.</source>
        <translation>
            <numerusform>Ein korrigierter Song. Starten, wenn alles bereit ist.</numerusform>
            <numerusform>%n korrigierte Songs. Starten, wenn alles bereit ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>The configuration has errors. Correct the errors listed below the text.</source>
        <translation>Die Konfiguration hat Fehler. Die Liste unter dem Text nennt sie.</translation>
    </message>
    <message>
        <source>This run is already active.</source>
        <translation>Dieser Lauf ist schon aktiv.</translation>
    </message>
    <message>
        <source>Tactus cannot save %1.</source>
        <translation>Tactus kann %1 nicht speichern.</translation>
    </message>
    <message>
        <source>Compare old and ne&amp;w on this song</source>
        <translation>Alt und neu an diesem Song ver&amp;gleichen</translation>
    </message>
    <message>
        <source>Tags the validation song of the run with the model before the training and with the new one, and shows both on the Annotate page</source>
        <translation>Analysiert den Validierungssong des Laufs mit dem Modell vor dem Training und mit dem neuen und zeigt beide auf der Seite Annotieren</translation>
    </message>
    <message>
        <source>Tr&amp;y with the demo songs</source>
        <translation>Mit Demosongs pro&amp;bieren</translation>
    </message>
    <message>
        <source>There are %1 checked songs with %2 among the corrections; training needs at least %3. Check more songs on the Annotate page, then add them.</source>
        <translation>Unter den Korrekturen sind %1 geprüfte Songs mit %2; ein Training braucht mindestens %3. Auf der Seite Annotieren mehr Songs prüfen und dann hinzufügen.</translation>
    </message>
    <message>
        <source>Your last run with the demo songs continues.</source>
        <translation>Der letzte Lauf mit den Demosongs geht weiter.</translation>
    </message>
    <message>
        <source>The old and the new model are tagging the song...</source>
        <translation>Das alte und das neue Modell analysieren den Song...</translation>
    </message>
    <message>
        <source>First open a folder with songs that you have checked.</source>
        <translation>Erst einen Ordner mit geprüften Songs öffnen.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainRun</name>
    <message>
        <source>Tactus cannot start %1</source>
        <translation>Tactus kann %1 nicht starten</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>features %1 of %2</source>
        <translation>Merkmale %1 von %2</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>Epoche %1 von %2</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>wird pausiert</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>hält an</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>ended unexpectedly</source>
        <translation>unerwartet beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>The process ended unexpectedly. It may have been killed or run out of memory.</source>
        <translation>Der Prozess endete unerwartet. Vielleicht wurde er beendet, oder der Speicher reichte nicht.</translation>
    </message>
    <message>
        <source>beats F</source>
        <translation>Schläge F</translation>
    </message>
    <message>
        <source>downbeats F</source>
        <translation>Taktanfänge F</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>Validierungsverlust</translation>
    </message>
    <message>
        <source>mean of %1 and %2</source>
        <translation>Mittel aus %1 und %2</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainRunList</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Ticked runs are compared in the curves</source>
        <translation>Die Kurven vergleichen die angekreuzten Läufe</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>The model file has the network of epoch %1: %2 %3</source>
        <translation>Die Modelldatei enthält das Netz der Epoche %1: %2 %3</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TrainWatch</name>
    <message>
        <source>Epoch of the sample</source>
        <translation>Epoche des Beispiels</translation>
    </message>
    <message>
        <source>The same passage after earlier epochs</source>
        <translation>Dieselbe Passage nach früheren Epochen</translation>
    </message>
</context>
<context>
    <name>tactus::ui::TransportDisplay</name>
    <message>
        <source>BPM</source>
        <translation>BPM</translation>
    </message>
    <message>
        <source>BPM at %1 %</source>
        <translation>BPM bei %1 %</translation>
    </message>
    <message>
        <source> %1</source>
        <translation> %1</translation>
    </message>
    <message>
        <source>%1.%2</source>
        <translation>%1.%2</translation>
    </message>
    <message>
        <source>Next in %1 beats</source>
        <translation>Weiter in %1 Schlägen</translation>
    </message>
    <message>
        <source>Next in one beat</source>
        <translation>Weiter in einem Schlag</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Count-in</source>
        <translation>Einzählen</translation>
    </message>
    <message>
        <source>Bar.beat</source>
        <translation>Takt.Schlag</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Chord</source>
        <translation>Akkord</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Transport: no song</source>
        <translation>Transport: kein Song</translation>
    </message>
    <message>
        <source>Transport: %1</source>
        <translation>Transport: %1</translation>
    </message>
</context>
<context>
    <name>tactus::ui::UserLaneHeader</name>
    <message>
        <source>%1: your own lane. Insert marks a place or the selection in it, a double click does so under the pointer; drag marks to move them, Return names one. Right click: rename, colour, export, delete.</source>
        <translation>%1: eigene Spur. Einfg markiert darin eine Stelle oder die Auswahl, ein Doppelklick die Stelle unter dem Zeiger; Marken durch Ziehen verschieben, Eingabe benennt eine. Rechtsklick: umbenennen, Farbe, exportieren, löschen.</translation>
    </message>
</context>
<context>
    <name>tactus::ui::UserLaneMenu</name>
    <message>
        <source>&amp;Own lanes</source>
        <translation>&amp;Eigene Spuren</translation>
    </message>
    <message>
        <source>New lane of points...</source>
        <translation>Neue Spur mit Punkten...</translation>
    </message>
    <message>
        <source>New curve...</source>
        <translation>Neue Kurve...</translation>
    </message>
    <message>
        <source>New lane of regions...</source>
        <translation>Neue Spur mit Bereichen...</translation>
    </message>
    <message>
        <source>Mark here</source>
        <translation>Hier markieren</translation>
    </message>
    <message>
        <source>Name mark...</source>
        <translation>Marke benennen...</translation>
    </message>
    <message>
        <source>Rename lane...</source>
        <translation>Spur umbenennen...</translation>
    </message>
    <message>
        <source>Colour of the lane...</source>
        <translation>Farbe der Spur...</translation>
    </message>
    <message>
        <source>Export lane...</source>
        <translation>Spur exportieren...</translation>
    </message>
    <message>
        <source>Delete lane</source>
        <translation>Spur löschen</translation>
    </message>
    <message>
        <source>Import lanes...</source>
        <translation>Spuren importieren...</translation>
    </message>
    <message>
        <source>Run a Vamp plug-in...</source>
        <translation>Vamp-Plug-in ausführen...</translation>
    </message>
    <message>
        <source>The plug-in was stopped.</source>
        <translation>Das Plug-in wurde angehalten.</translation>
    </message>
    <message>
        <source>Click one of your own lanes first.</source>
        <translation>Erst eine der eigenen Spuren anklicken.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>New lane</source>
        <translation>Neue Spur</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>Delete mark</source>
        <translation>Marke löschen</translation>
    </message>
    <message>
        <source>Colour of the lane</source>
        <translation>Farbe der Spur</translation>
    </message>
    <message>
        <source>Export lane</source>
        <translation>Spur exportieren</translation>
    </message>
    <message>
        <source>Layers of Sonic Visualiser (*.svl)</source>
        <translation>Ebenen von Sonic Visualiser (*.svl)</translation>
    </message>
    <message>
        <source>%1 exported</source>
        <translation>%1 exportiert</translation>
    </message>
    <message>
        <source>Import lanes</source>
        <translation>Spuren importieren</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) imported</source>
        <translation>
            <numerusform>%n Spur importiert</numerusform>
            <numerusform>%n Spuren importiert</numerusform>
        </translation>
    </message>
    <message>
        <source>A plug-in is running. Stop it, or wait for it.</source>
        <translation>Ein Plug-in läuft. Anhalten oder warten.</translation>
    </message>
    <message>
        <source>%1 is running...</source>
        <translation>%1 läuft...</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Vamp plug-in</source>
        <translation>Vamp-Plug-in</translation>
    </message>
    <message>
        <source>Another song is open now: what the plug-in found was left out.</source>
        <translation>Jetzt ist ein anderer Song offen: was das Plug-in fand, wurde weggelassen.</translation>
    </message>
    <message>
        <source>The plug-in found nothing in this song.</source>
        <translation>Das Plug-in hat in diesem Song nichts gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n mark(s) found</source>
        <translation>
            <numerusform>%n Marke gefunden</numerusform>
            <numerusform>%n Marken gefunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tactus::ui::UserLaneView</name>
    <message>
        <source>Your own lane. Insert marks the place or the selection, a double click the place under the pointer; drag marks to move them, Return names one.</source>
        <translation>Eigene Spur. Einfg markiert die Stelle oder die Auswahl, ein Doppelklick die Stelle unter dem Zeiger; Marken durch Ziehen verschieben, Eingabe benennt eine.</translation>
    </message>
    <message>
        <source>Values in %1</source>
        <translation>Werte in %1</translation>
    </message>
    <message>
        <source>Empty: press Insert or double click to mark a passage</source>
        <translation>Leer: Einfg drücken oder doppelklicken, um eine Passage zu markieren</translation>
    </message>
    <message>
        <source>Empty: press Insert or double click to mark a place</source>
        <translation>Leer: Einfg drücken oder doppelklicken, um eine Stelle zu markieren</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>for %1 s</source>
        <translation>%1 s lang</translation>
    </message>
</context>
<context>
    <name>tactus::ui::UserLanes</name>
    <message>
        <source>Click a mark in one of your own lanes first.</source>
        <translation>Erst eine Marke in einer eigenen Spur anklicken.</translation>
    </message>
    <message>
        <source>Name mark</source>
        <translation>Marke benennen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>Rename lane</source>
        <translation>Spur umbenennen</translation>
    </message>
</context>
<context>
    <name>tactus::ui::WaveformView</name>
    <message>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Reading: %1 %</source>
        <translation>Lesen: %1 %</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Height x %1</source>
        <translation>Höhe x %1</translation>
    </message>
    <message>
        <source>Red: the sound is clipped here (full scale)</source>
        <translation>Rot: Der Ton ist hier übersteuert (Vollaussteuerung)</translation>
    </message>
    <message>
        <source>The sound of all channels. While the file is read, its outline is rough and pale.</source>
        <translation>Der Klang aller Kanäle. Solange die Datei gelesen wird, ist ihr Umriss grob und blass.</translation>
    </message>
    <message>
        <source>Height: the samples; the top and the bottom are full scale (0 dBFS) at height x 1. Numbers below: milliseconds.</source>
        <translation>Höhe: die Abtastwerte; oben und unten ist Vollaussteuerung (0 dBFS) bei Höhe x 1. Zahlen unten: Millisekunden.</translation>
    </message>
    <message>
        <source>From the lowest to the highest sample of each moment</source>
        <translation>Vom niedrigsten bis zum höchsten Abtastwert jedes Moments</translation>
    </message>
    <message>
        <source>How loud it is (RMS)</source>
        <translation>Wie laut es ist (RMS)</translation>
    </message>
    <message>
        <source>A thin line at an edge: the sound is clipped there (full scale)</source>
        <translation>Eine dünne Linie am Rand: der Klang ist dort übersteuert (Vollaussteuerung)</translation>
    </message>
    <message>
        <source>Beat one</source>
        <translation>Die Eins</translation>
    </message>
    <message>
        <source>Other beats</source>
        <translation>Andere Schläge</translation>
    </message>
    <message>
        <source>Zoomed in, at a beat: where its note begins; &quot;+4.2 ms&quot; says that the note is later than the beat by so much</source>
        <translation>Vergrößert, an einem Schlag: wo seine Note beginnt; &quot;+4,2 ms&quot; sagt, um wie viel die Note später ist als der Schlag</translation>
    </message>
    <message>
        <source>Faint lines (Ctrl+I): where notes begin</source>
        <translation>Blasse Linien (Strg+I): Einsätze von Noten</translation>
    </message>
</context>
</TS>
