"""The makers on small sources, whose results are known."""
import io
import pathlib
import struct
import sys
import tempfile
import zipfile

import billboard
import lead_sheets
import midi_corpora
import pop909


class Files:
    """A repository in memory."""

    def __init__(self, files):
        self.files = {path: content if isinstance(content, bytes) else content.encode() for path, content in files.items()}
        self.sizes = {path: str(len(content)) for path, content in self.files.items()}

    def read(self, path):
        return self.files[path]

    def text(self, path):
        return self.read(path).decode()

    def matches(self, pattern):
        import re
        return [match for path in sorted(self.files) if (match := re.fullmatch(pattern, path))]


def midi(tracks, microseconds=500000, meter=None):
    """Tracks [(name, [(start, end, pitch, channel)])] in quarter notes."""
    def number(value):
        digits = [value & 127]
        while value := value >> 7:
            digits.insert(0, value & 127 | 128)
        return bytes(digits)

    chunks = []
    for name, notes in tracks:
        events = [(0, b'\xff\x03' + number(len(name)) + name.encode()), (0, b'\xff\x51\x03' + microseconds.to_bytes(3, 'big'))]
        if meter:
            events.append((0, b'\xff\x58\x04' + bytes([meter[0], meter[1].bit_length() - 1, 24, 8])))
        for start, end, pitch, channel in notes:
            events += [(round(480 * end), bytes([0x80 | channel, pitch, 0])), (round(480 * start), bytes([0x90 | channel, pitch, 90]))]
        data, last = b'', 0
        for tick, event in sorted(events, key=lambda each: (each[0], each[1][0] >> 4 != 8)):
            data, last = data + number(tick - last) + event, tick
        data += b'\0\xff\x2f\0'
        chunks.append(b'MTrk' + struct.pack('>I', len(data)) + data)
    return b'MThd\0\0\0\6\0\1' + struct.pack('>HH', len(chunks), 480) + b''.join(chunks)


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f'self-test: {what}: expected {wanted}, made {found}')


def test_pop909(folder):
    """Sixteen bars in four at 120 BPM; the recording is 50 ms early; the corrected chords lie a beat later."""
    notes = [(beat, beat + 1, 60 + beat % 5 if beat % 4 else 48 + 5 * (beat // 4 % 2), 0) for beat in range(1, 65)]
    names = ['C:maj', 'F:maj']
    blocks = [(bar + 1, bar + 5, pitch, 1) for bar in range(0, 64, 4) for pitch in ([48, 52, 55], [53, 57, 60])[bar // 4 % 2]]
    moved = [(start + 1, end + 1, pitch, channel) for start, end, pitch, channel in notes]
    corrected = midi([('piano', moved), ('chords', [(start + 1, end + 1, pitch, 1) for start, end, pitch, _ in blocks])])
    grid = [0.5 * beat for beat in range(66)]
    original = Files({
        'POP909/001/001.mid': midi([('PIANO', notes)]),
        'POP909/001/beat_midi.txt': ''.join(f'{time} 1.0 0.0\n' for time in grid),
        'POP909/001/beat_audio.txt': ''.join(f'{time - 0.05:.2f}\t{(i + 3) % 4 + 1}.0\n' for i, time in enumerate(grid) if i > 1),
        'POP909/001/chord_midi.txt': ''.join(f'{0.5 + 2 * i}\t{2.5 + 2 * i}\t{names[i % 2]}\n' for i in range(16)),
        'POP909/001/key_audio.txt': '0.45\t32.0\tC:maj\n'})
    expect('songs', pop909.make(folder, original, Files({'POP909_processed/001.mid': corrected})), 1)
    beats = (folder / 'derived/001.beats').read_text().splitlines()
    expect('beats', (beats[0], beats[1], len(beats)), ('0.0000\t4', '0.5000\t1', 66))
    chords = (folder / 'derived/001.lab').read_text().splitlines()
    expect('chords', chords[:3], ['0.0000\t0.5000\tN', '0.5000\t2.5000\tC:maj', '2.5000\t4.5000\tF:maj'])
    expect('key', (folder / 'derived/001.key').read_text(), '0.5000\t32.0500\tC:maj\n')
    row = (folder / 'quality.csv').read_text().splitlines()[1].split(',')
    expect('quality', (row[:4], row[10], row[-5:]), (['001', '4', '1', '120.0'], '0.05', ['1.0', '32.5', '1', '1', '1']))


def test_lead_sheets(folder):
    sheet = """<score-partwise><part id="P1"><measure><attributes><divisions>2</divisions><key><fifths>-1</fifths><mode>major</mode></key>
      <time><beats>3</beats><beat-type>4</beat-type></time></attributes>
      <harmony><root><root-step>B</root-step><root-alter>-1</root-alter></root><kind>minor-seventh</kind>
      <bass><bass-step>D</bass-step><bass-alter>-1</bass-alter></bass></harmony>
      <note><pitch><step>C</step><octave>4</octave></pitch><duration>6</duration><tie type="start"/></note></measure>
      <measure><note><pitch><step>C</step><octave>4</octave></pitch><duration>2</duration><tie type="stop"/></note>
      <harmony><root><root-step>F</root-step></root><kind>dominant</kind></harmony><note><rest/><duration>4</duration></note></measure>
      </part></score-partwise>"""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w') as file:
        file.writestr('META-INF/container.xml', '')
        file.writestr('a.xml', sheet)
    lead_sheets.make(folder, Files({"dataset/Some_One/It's/It's.mxl": packed.getvalue()}))
    expect('lead sheet', (folder / 'tsv/Some_One__It_s.tsv').read_text().splitlines(), [
        '# key_fifths\t-1\tmajor', 'bar\t0.0000\t3\t4', 'bar\t3.0000\t3\t4', 'chord\t0.0000\t4.0000\tBb:min7/b3',
        'chord\t4.0000\t2.0000\tF:7', 'note\t0.0000\t4.0000\t60'])
    expect('index', (folder / 'index.csv').read_text().splitlines()[1], "Some_One__It_s,3/4,2,0,2,1,6.0,dataset/Some_One/It's/It's.mxl")


def test_midi_corpora(folder):
    expect('positions', midi_corpora.positions(['b', 'db', 'b', 'b', 'db', 'b']), [3, 1, 2, 3, 1, 2])
    (folder / 'asap').mkdir()
    head = 'composer,title,midi_performance,performance_annotations\n'
    count = midi_corpora.asap(folder / 'asap', Files({
        'metadata.csv': head + ''.join(f'Bach,Fugue,B/F/{name}.mid,B/F/{name}.txt\n' for name in ('one', 'two', 'six')),
        'B/F/one.mid': b'1', 'B/F/two.mid': b'2', 'B/F/six.mid': b'larger, of the shorter performance',
        'B/F/six.txt': '0.5\t0.5\tdb,4/4\n', 'B/F/one.txt': '0.5\t0.5\tdb,4/4\n1\t1\tbR\n', 'B/F/two.txt': '0.5\t0.5\tdb,4/4\n1\t1\tb\n'}))
    expect('performances', (count, sorted(each.name for each in (folder / 'asap').iterdir())), (1, ['B__F__two.beats', 'B__F__two.mid', 'index.csv']))
    (folder / 'groove').mkdir()
    drums = midi([('drums', [(beat / 2, beat / 2 + 0.1, 36, 9) for beat in range(13)])], 600000, (6, 8))
    midi_corpora.groove(folder / 'groove', Files({'groove/drummer1/session1/3_rock.mid': drums, 'groove/info.csv': '', 'groove/LICENSE': ''}))
    expect('dotted beats', (folder / 'groove/drummer1_session1_3_rock.beats').read_text(),
           '0.0000\t1\n0.9000\t2\n1.8000\t1\n2.7000\t2\n3.6000\t1\n')
    (folder / 'games').mkdir()
    straight = midi([('lead', [(beat, beat + 1, 60, 0) for beat in range(0, 64, 4)])])
    loose = midi([('lead', [(beat + 0.17, beat + 1, 60, 0) for beat in range(60)])])
    expect('games', midi_corpora.games(folder / 'games', Files({'musics/a.mid': straight, 'musics/b.mid': loose}), Files({})), 1)


def test_billboard(folder):
    rows = ''.join(('"a.wav"' if i == 0 else '') + f',{i * 2048 / 44100},' + ','.join(['5.0', '0'] * 12) + '\n' for i in range(3))
    for slot in ('0003', '1001'):
        place = folder / 'archives/McGill-Billboard' / slot
        place.mkdir(parents=True)
        for name, text in (('bothchroma.csv', rows), ('full.lab', '0\t1\tN\n'), ('salami_chords.txt', '# title: T\n')):
            (place / name).write_text(text)
    (folder / 'archives/billboard-2.0-index.csv').write_text('id,chart_date,title,artist\n3,1961-07-03,Song,Some One\n')
    (folder / 'made').mkdir()
    expect('slots', billboard.make(folder / 'made', folder / 'archives'), 1)
    content = (folder / 'made/chroma/0003.npy').read_bytes()
    expect('chroma', (len(content), content[-4:]), (128 + 72, b'\xff\0\xff\0'))
    expect('index', (folder / 'made/index.csv').read_text().splitlines()[1], '0003,Song,Some One,1961-07-03,3,')


def run():
    tests = [test_pop909, test_lead_sheets, test_midi_corpora, test_billboard]
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))
    print(f'self-test: {len(tests)} makers right')
