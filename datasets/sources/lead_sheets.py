"""OpenEWLD: lead sheets in MusicXML -> bars, chords and notes in quarter notes (datasets/synth/score/lead_sheet.h).

Repeats are not played. A chord lasts up to the next one; those behind the last bar line end with it. A kind of chord that
is not in KINDS becomes a major triad.
"""
import collections
import csv
import io
import re
import xml.etree.ElementTree
import zipfile

KINDS = {'major': 'maj', 'minor': 'min', 'dominant': '7', 'major-seventh': 'maj7', 'minor-seventh': 'min7', 'diminished': 'dim',
         'diminished-seventh': 'dim7', 'half-diminished': 'hdim7', 'augmented': 'aug', 'augmented-seventh': 'aug(b7)',
         'major-sixth': 'maj6', 'minor-sixth': 'min6', 'dominant-ninth': '9', 'major-ninth': 'maj9', 'minor-ninth': 'min9',
         'dominant-11th': '11', 'minor-11th': 'min11', 'dominant-13th': '13', 'suspended-fourth': 'sus4',
         'suspended-second': 'sus2', 'major-minor': 'minmaj7', 'power': '5'}
STEPS = {'C': 0, 'D': 2, 'E': 4, 'F': 5, 'G': 7, 'A': 9, 'B': 11}
DEGREES = ('1', 'b2', '2', 'b3', '3', '4', 'b5', '5', 'b6', '6', 'b7', '7')
ACCIDENTALS = {-2: 'bb', -1: 'b', 0: '', 1: '#', 2: '##'}


def number(element, path, otherwise=0.0):
    text = (element.findtext(path) or '').strip()
    return float(text) if text else otherwise


def chord_label(harmony):
    """After Harte; None without a root."""
    step = (harmony.findtext('root/root-step') or '').strip()
    if (harmony.findtext('kind') or '').strip() == 'none' or step not in STEPS:
        return None
    alter = int(number(harmony, 'root/root-alter'))
    label = step + ACCIDENTALS[alter] + ':' + KINDS.get((harmony.findtext('kind') or '').strip(), 'maj')
    bass = (harmony.findtext('bass/bass-step') or '').strip()
    if bass:
        above = (STEPS[bass] + int(number(harmony, 'bass/bass-alter')) - STEPS[step] - alter) % 12
        label += f'/{DEGREES[above]}' if above else ''
    return label


class Sheet:
    """bars (start, numerator, denominator), chords (start, length, label), notes (start, length, pitch), key"""

    def __init__(self, content):
        self.bars, self.chords, self.notes, self.key = [], [], [], None
        self._changes, self._tied = [], {}
        self._at, self._divisions, self._meter = 0.0, 1.0, (4, 4)
        for measure in xml.etree.ElementTree.fromstring(content).find('part').iter('measure'):
            self._read(measure)
        self._changes.sort()  # of two at one place the last by name
        ends = [start for start, _ in self._changes[1:]] + [self._at]
        self.chords = [(start, end - start, label) for (start, label), end in zip(self._changes, ends) if label and end > start]

    def _read(self, measure):
        begin = now = longest = self._at
        bar = len(self.bars)
        self.bars.append(None)
        for element in measure:
            if element.tag == 'attributes':
                self._attributes(element)
            elif element.tag == 'harmony':
                at = now + number(element, 'offset') / self._divisions
                self._changes.append((at, chord_label(element) or ''))
            elif element.tag in ('backup', 'forward'):
                now += (1 if element.tag == 'forward' else -1) * number(element, 'duration') / self._divisions
            elif element.tag == 'note' and element.find('grace') is None:
                now = self._note(element, now)
            longest = max(longest, now)
        self.bars[bar] = (begin, *self._meter)
        self._at = longest

    def _attributes(self, element):
        self._divisions = number(element, 'divisions', self._divisions)
        if element.find('time') is not None:
            beats = sum(int(part) for part in re.findall(r'\d+', element.findtext('time/beats') or '4'))
            self._meter = beats, int(number(element, 'time/beat-type', 4))
        if element.find('key') is not None and self.key is None:
            self.key = (element.findtext('key/fifths') or '').strip(), (element.findtext('key/mode') or '').strip()

    def _note(self, element, now):
        length = number(element, 'duration') / self._divisions
        start = self.notes[-1][0] if element.find('chord') is not None and self.notes else now
        if element.find('pitch') is not None:
            pitch = int(12 * (number(element, 'pitch/octave') + 1) + STEPS[element.findtext('pitch/step').strip()]
                        + number(element, 'pitch/alter'))
            ties = {tie.get('type') for tie in element.findall('tie')}
            if 'stop' in ties and pitch in self._tied:
                held = self._tied[pitch]
                self.notes[held] = (self.notes[held][0], self.notes[held][1] + length, pitch)
            else:
                self.notes.append((start, length, pitch))
                self._tied[pitch] = len(self.notes) - 1
            if 'start' not in ties:
                self._tied.pop(pitch, None)
        return now if element.find('chord') is not None else now + length

    def text(self):
        lines = ['# key_fifths\t%s\t%s' % (self.key or ('', ''))]
        lines += ['bar\t%.4f\t%d\t%d' % bar for bar in self.bars]
        lines += ['chord\t%.4f\t%.4f\t%s' % chord for chord in self.chords]
        lines += ['note\t%.4f\t%.4f\t%d' % note for note in self.notes]
        return '\n'.join(lines) + '\n'

    def irregular(self):
        """Bars that are shorter or longer than their meter says, without the first and the last."""
        starts = [start for start, _, _ in self.bars] + [self._at]
        lengths = [after - start for start, after in zip(starts, starts[1:])]
        return sum(abs(length - 4 * over / under) > 1e-3 for length, (_, over, under) in zip(lengths[1:-1], self.bars[1:-1]))

    def row(self, name, source):
        meter = collections.Counter((over, under) for _, over, under in self.bars).most_common(1)[0][0]
        return {'name': name, 'meter': '%d/%d' % meter, 'bars': len(self.bars), 'irregular_bars': self.irregular(),
                'chords': len(self.chords), 'notes': len(self.notes), 'quarter_beats': self._at, 'source_path': source}


def make(folder, repository):
    """Writes mxl/, tsv/ and index.csv. Returns the number of sheets."""
    for part in ('mxl', 'tsv'):
        (folder / part).mkdir()
    table = []
    for match in repository.matches(r'dataset/([^/]+)/([^/]+)/[^/]+\.mxl'):
        artist, title = (re.sub(r'[^A-Za-z0-9.-]', '_', part) for part in match.groups())
        name = f'{artist[:40]}__{title}'[:90]
        content = repository.read(match.string)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            inside = next(each for each in packed.namelist() if not each.startswith('META-INF') and each.endswith('xml'))
            sheet = Sheet(packed.read(inside))
        (folder / 'mxl' / f'{name}.mxl').write_bytes(content)
        (folder / 'tsv' / f'{name}.tsv').write_text(sheet.text())
        table.append(sheet.row(name, match.string))
    with open(folder / 'index.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(table)
    return len(table)
