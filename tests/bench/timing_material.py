"""Writes the MIDI songs with exact beats that tests/bench/timing renders.

A song of POP909 is taken if it was made at one tempo and its notes lie on that grid. Its notes, beats and chords then
move to a tempo curve that this module chooses: constant, changing at bars, or slowing down at the end. Every choice
follows from the song's name, so the same material comes out each time.
"""

import bisect
import csv
import itertools
import random
import statistics

import mido

TICKS = 24000  # a quarter note of half a second: 0.02 ms a tick
SECONDS = 130  # of each song


class Song:
    """Notes, beats and chords in beats from the first beat of a bar that has notes."""

    def __init__(self, folder, name):
        beats = [line.split() for line in (folder / 'derived' / f'{name}.beats').open()]
        times = [float(time) for time, _ in beats]
        self.grid_step = (times[-1] - times[0]) / (len(times) - 1)
        self.unevenness = max(abs(times[0] + k * self.grid_step - time) for k, time in enumerate(times))
        midi = mido.MidiFile(folder / 'orig' / name / f'{name}.mid')
        self.tempi = sum(event.type == 'set_tempo' for track in midi.tracks for event in track)
        self.tracks = [(track.name, list(timed(track, midi))) for track in midi.tracks]
        onsets = [time for _, events in self.tracks for time, event in events if starts_note(event)]
        phases = [(time - times[0]) / self.grid_step for time in onsets]
        near = [(x - round(x)) * self.grid_step for x in phases if abs(x - round(x)) * self.grid_step < 0.05]
        self.offset = statistics.median(near)
        self.on_grid = sum(abs(late - self.offset) < 0.002 for late in near) / len(near)
        self.zero = times[0] + self.offset
        self.meter = max(int(position) for _, position in beats)
        self.first_position = int(beats[0][1])
        self.beats = len(beats)
        self.chords = [line.rstrip('\n').split('\t') for line in (folder / 'derived' / f'{name}.lab').open()]
        self.regular = all(int(position) == self.position(k) for k, (_, position) in enumerate(beats))
        self.bpm = 60 / self.grid_step

    def position(self, beat):
        return (self.first_position - 1 + beat) % self.meter + 1

    def place(self, time):
        return (time - self.zero) / self.grid_step

    def exact(self):
        """Whether the truth is exact: one tempo, bars without exception, nine of ten notes on their beat."""
        return (self.tempi == 1 and self.regular and self.unevenness < 0.001 and abs(self.offset) < 0.002
                and self.on_grid > 0.9)


def timed(track, midi):
    """Seconds and event, by the first tempo of the song."""
    tempo = next(event.tempo for event in midi.tracks[0] if event.type == 'set_tempo')
    ticks = 0
    for event in track:
        ticks += event.time
        yield ticks * tempo / 1e6 / midi.ticks_per_beat, event


def starts_note(event):
    return event.type == 'note_on' and event.velocity > 0


class TempoCurve:
    """Seconds of a place in beats; `steps` are (first beat, BPM)."""

    def __init__(self, start, steps):
        self.first = [beat for beat, _ in steps]
        self.bpm = [bpm for _, bpm in steps]
        self.start = [start]
        for k in range(1, len(steps)):
            self.start.append(self.start[-1] + (self.first[k] - self.first[k - 1]) * 60 / self.bpm[k - 1])

    def time(self, beat):
        k = max(0, bisect.bisect(self.first, beat) - 1)
        return self.start[k] + (beat - self.first[k]) * 60 / self.bpm[k]


def drawn_bpm(chance, original):
    bpm = min(180.0, max(66.0, original * chance.uniform(0.85, 1.2)))
    return float(round(bpm)) if chance.random() < 0.35 else round(bpm, 2)


def curve_of(kind, song, first, chance):
    """The curve, the first and last beat of each change of tempo, and the last beat of the song."""
    bpm = drawn_bpm(chance, song.bpm)
    start = chance.uniform(0.2, 2.0)
    bar = next(beat for beat in range(first, first + song.meter) if song.position(beat) == 1)
    bars = min(SECONDS * bpm / 60, song.beats - first) / song.meter
    if kind == 'constant':
        return TempoCurve(start, [(first, bpm)]), [], song.beats - 1
    if kind == 'changes':
        number = chance.choice([1, 2])
        places = [bar + song.meter * int(bars * (k + 1) / (number + 1) + chance.uniform(-3, 3)) for k in range(number)]
        steps = [(first, bpm)]
        for place in places:
            steps.append((place, round(steps[-1][1] * chance.choice([0.86, 0.93, 1.06, 1.15]), 2)))
        return TempoCurve(start, steps), [(place, place) for place in places], song.beats - 1
    end = bar + song.meter * int(0.9 * bars)  # slow bars last longer
    slow = end - song.meter * chance.choice([4, 6, 8])
    last = chance.uniform(0.55, 0.8)  # of the tempo, reached at the end
    steps = [(first, bpm)]
    for quarter in range(4 * (end - slow)):
        progress = (quarter + 0.5) / (4 * (end - slow))
        steps.append((slow + quarter / 4, bpm * (1 - (1 - last) * progress)))
    return TempoCurve(start, steps), [(slow, end)], end


def write_song(song, kind, out, name):
    """Writes NAME.mid, .beats, .lab and .changes below `out`: seconds at which each change of tempo starts and ends."""
    chance = random.Random(name)
    onsets = sorted(song.place(time) for _, events in song.tracks for time, event in events if starts_note(event))
    first = max(0, round(onsets[0]))
    curve, changes, end = curve_of(kind, song, first, chance)
    last = min(end, max(place for place in onsets if curve.time(place) <= SECONDS)) + 0.02
    beats = range(first, int(last) + 1)
    write_midi(song, curve, last, out / f'{name}.mid')
    write_lines(out / f'{name}.beats', ((f'{curve.time(k):.6f}', song.position(k)) for k in beats))
    write_lines(out / f'{name}.lab', moved_chords(song, curve, last))
    write_lines(out / f'{name}.changes', ([f'{curve.time(k):.6f}' for k in change] for change in changes))


def write_lines(path, rows):
    path.write_text(''.join('\t'.join(map(str, row)) + '\n' for row in rows))


def moved_chords(song, curve, last):
    for start, end, label in song.chords:
        begins, ends = (max(0.0, curve.time(min(song.place(float(time)), last))) for time in (start, end))
        if ends > begins:
            yield f'{begins:.6f}', f'{ends:.6f}', label


def write_midi(song, curve, last, path):
    midi = mido.MidiFile(type=1, ticks_per_beat=TICKS)
    midi.tracks.append(mido.MidiTrack([mido.MetaMessage('set_tempo', tempo=500000)]))
    for name, events in song.tracks[1:]:
        track = mido.MidiTrack([mido.MetaMessage('track_name', name=name)])
        now = 0
        for time, event in events:
            if event.is_meta or (starts_note(event) and song.place(time) > last):
                continue
            tick = max(now, round(2 * TICKS * max(0.0, curve.time(min(song.place(time), last + song.meter)))))
            track.append(event.copy(time=tick - now))
            now = tick
        midi.tracks.append(track)
    midi.save(path)


def chosen_songs(pop909, endings, limit):
    """The first songs whose numbers end so, whose quality is good, and whose truth is exact."""
    rows = csv.DictReader((pop909 / 'quality.csv').open())
    good = [row['id'] for row in rows
            if row['id'][-1] in endings and row['beats_ok'] == row['downbeats_ok'] == row['chords_ok'] == '1']
    for name in good:
        if limit == 0:
            return
        song = Song(pop909, name)
        if song.exact():
            limit -= 1
            yield name, song


def write_material(pop909, endings, counts, out):
    """Writes `counts[kind]` songs of each kind. If there are too few songs, some are in two kinds."""
    if out.exists():
        return
    unfinished = out.with_name(out.name + '.unfinished')
    unfinished.mkdir(parents=True, exist_ok=True)
    songs = itertools.cycle(chosen_songs(pop909, endings, sum(counts.values())))
    for kind, count in counts.items():
        for name, song in itertools.islice(songs, count):
            write_song(song, kind, unfinished, f'{kind}-{name}')
    unfinished.rename(out)
