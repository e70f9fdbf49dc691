"""POP909 with the corrected chords of POP909-CL, in the time of the MIDI files.

Beats: the grid of beat_midi.txt at the level of beat_audio.txt, from two beats before the first note to half a beat behind
the last attack. Positions in the bar: each beat of the audio votes for the phase of the MIDI beats within four bars of it.
Chords: those of POP909-CL, whose beats are moved to the place on the grid where its notes meet the notes of POP909.
"""
import bisect
import collections
import csv
from statistics import median

from midi_notes import MidiFile

# What a song needs. The README of POP909-CL names the two songs whose hands are misaligned.
LEAST_MATCH, LEAST_PHASE, LEAST_ROOTS, MISALIGNED = 0.8, 0.9, 0.85, ('518', '620')
FARTHEST_SHIFT = 32  # beats
QUALITIES = {(0, 4, 7): 'maj', (0, 3, 7): 'min', (0, 3, 6): 'dim', (0, 4, 8): 'aug', (0, 2, 7): 'sus2', (0, 5, 7): 'sus4',
             (0, 4, 7, 10): '7', (0, 4, 7, 11): 'maj7', (0, 3, 7, 10): 'min7', (0, 3, 6, 10): 'hdim7', (0, 3, 6, 9): 'dim7',
             (0, 3, 7, 11): 'minmaj7', (0, 4, 8, 10): 'aug(b7)'}
DEGREES = ('1', 'b2', '2', 'b3', '3', '4', 'b5', '5', '#5', '6', 'b7', '7')
ROOTS = ('C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B')


def rows(text):
    return [line.split() for line in text.splitlines() if line.strip()]


def nearest(sorted_times, time):
    """The index of the nearest of the times."""
    i = bisect.bisect_left(sorted_times, time)
    return i if i == 0 or i < len(sorted_times) and sorted_times[i] - time < time - sorted_times[i - 1] else i - 1


def step_of(times):
    return median(after - time for time, after in zip(times, times[1:]))


def at_level(grid, factor):
    """The grid at the level of the audio: with beats half-way between, or every second beat."""
    if factor == 2:
        return sorted(grid + [(time + after) / 2 for time, after in zip(grid, grid[1:])])
    return grid


def offset_of(grid, heard, spread=0.1):
    """Seconds by which the MIDI file is later than the recording."""
    lags = [grid[nearest(grid, time)] - time for time in heard]
    return median([lag for lag in lags if abs(lag) <= spread] or [0.0])


class Beats:
    """times, positions, and how well they agree with the recording"""

    def __init__(self, grid, heard, positions, notes):
        period, heard_period = step_of(grid), step_of(heard)
        self.factor = next((f for f in (1, 2, 0.5) if abs(period / heard_period / f - 1) < 0.1), None)
        self.bar = collections.Counter(positions).most_common()[0][0] and max(
            p for p, count in collections.Counter(positions).items() if count > 0.1 * len(positions))
        times = at_level(grid, self.factor)
        first, last = notes[0][0], max(start for start, _, _ in notes)
        if self.factor == 0.5:
            both = [times[0::2], times[1::2]]
            shifted = [sum(abs(some[nearest(some, t + offset_of(some, heard))] - t) < 0.15 for t in heard) for some in both]
            times = both[shifted[1] > shifted[0]]
        beat = step_of(times)
        self.times = [time for time in times if first - 2 * beat <= time <= last + 0.5]
        self.offset = offset_of(self.times, heard)
        self._vote([time + self.offset for time in heard], positions)

    def _vote(self, heard, positions, near=0.08):
        count, votes = len(self.times), [None] * len(self.times)
        for time, position in zip(heard, positions):
            i = nearest(self.times, time)
            if abs(self.times[i] - time) <= near:
                votes[i] = (position - i) % self.bar
        reach, phases, agree = 4 * self.bar, [], []
        everywhere = collections.Counter(vote for vote in votes if vote is not None).most_common(1) or [(0, 0)]
        for i in range(count):
            around = collections.Counter(vote for vote in votes[max(0, i - reach):i + reach + 1] if vote is not None)
            phase, voters = (around.most_common(1) or everywhere)[0]
            agree += [voters / sum(around.values())] if around else []
            phases.append(phase)
        self.positions = [(i + phase - 1) % self.bar + 1 for i, phase in enumerate(phases)]
        self.phase = sum(agree) / max(1, len(agree))  # how far the beats around each beat agree
        inside = [vote for time, vote in zip(self.times, votes) if heard[0] - 0.2 < time < heard[-1] + 0.2]
        self.match = sum(vote is not None for vote in inside) / max(1, len(inside))


def shift_of(theirs, ours):
    """Beats by which the notes of POP909-CL must move to meet those of POP909: (beat, pitch) each."""
    by_pitch = collections.defaultdict(list)
    for beat, pitch in ours:
        by_pitch[pitch].append(beat)
    moves = collections.Counter(round(8 * (our - beat)) for beat, pitch in theirs for our in by_pitch[pitch])
    return moves.most_common(1)[0][0] / 8 if moves else None


def label(pitches):
    """The chord of some notes after Harte; the bass is the root if it can be."""
    bass, classes = min(pitches) % 12, {pitch % 12 for pitch in pitches}
    found = [(root != bass, quality == 'sus2', root, quality) for root in classes
             if (quality := QUALITIES.get(tuple(sorted((each - root) % 12 for each in classes))))]
    if not found:
        return 'X'
    _, _, root, quality = min(found)
    return f'{ROOTS[root]}:{quality}' + (f'/{DEGREES[(bass - root) % 12]}' if bass != root else '')


def chords(corrected, grid, notes, length):
    """[[start, end, label]] in seconds of the grid, the same without gaps, and by how many beats they moved. The grid has
    the beats of beat_midi.txt; notes and length are those of POP909."""
    step, last = step_of(grid), len(grid) - 1

    def beat_of(time):
        if not grid[0] < time < grid[-1]:
            return (time - grid[0]) / step if time <= grid[0] else last + (time - grid[-1]) / step
        i = bisect.bisect_right(grid, time) - 1
        return i + (time - grid[i]) / (grid[i + 1] - grid[i])

    def time_of(beat):
        if not 0 < beat < last:
            return grid[0] + beat * step if beat <= 0 else grid[-1] + (beat - last) * step
        i = int(beat)
        return grid[i] + (beat - i) * (grid[i + 1] - grid[i])

    *played, named = [track for _, track in corrected.tracks if track] or [[]]  # the last track holds the chords
    score = [(start, pitch) for track in played for start, _, pitch in track]
    shift = shift_of(score, [(beat_of(start), pitch) for start, _, pitch in notes])
    if shift is None or abs(shift) > FARTHEST_SHIFT:
        return [], [], shift
    blocks = collections.defaultdict(list)
    for start, end, pitch in named:
        blocks[start].append((end, pitch))
    segments = []
    for start, block in sorted(blocks.items()):
        begin, end = (max(0.0, time_of(beat + shift)) for beat in (start, max(end for end, _ in block)))
        if end > begin:
            segments.append([begin, end, label([pitch for _, pitch in block])])
    return segments, without_gaps(segments, length) if segments else [], shift


def without_gaps(segments, last):
    """N between the chords, before the first and behind the last; equal neighbours are one."""
    filled, at = [], 0.0
    for i, (begin, end, name) in enumerate(segments):
        end = min(end, segments[i + 1][0]) if i + 1 < len(segments) else end
        if begin > at + 0.01:
            filled.append([at, begin, 'N'])
        elif filled:
            filled[-1][1] = begin
        if filled and filled[-1][2] == name:
            filled[-1][1] = end
        elif end > begin:
            filled.append([begin, end, name])
        at = max(at, end)
    if last > at + 0.01:
        filled.append([at, last, 'N'])
    return filled


def root_of(name):
    """Pitch class of the root; None: no chord."""
    if name in ('N', 'X'):
        return None
    return ('C D EF G A B'.index(name[0]) + name.count('#', 0, 2) - (name[1:2] == 'b')) % 12


def agreement(ours, theirs):
    """Share of the time with a chord in both in which the roots are equal."""
    both = equal = 0.0
    begins = [start for start, _, _ in theirs]
    for start, end, name in ours:
        for i in range(max(0, bisect.bisect_right(begins, start) - 1), len(theirs)):
            if theirs[i][0] >= end:
                break
            shared = min(end, theirs[i][1]) - max(start, theirs[i][0])
            if shared > 0 and None not in (root_of(name), root_of(theirs[i][2])):
                both += shared
                equal += shared * (root_of(name) == root_of(theirs[i][2]))
    return equal / both if both else float('nan')


def quality(song, beats, blocks, segments, shift, midi, published):
    """The row of a song in quality.csv. `published` are the chords of chord_midi.txt."""
    times, notes = beats.times, midi.notes()
    onsets = [start for start, _, _ in notes]
    places = collections.Counter(beats.positions[nearest(times, start)] for start, _, _ in blocks
                                 if abs(times[nearest(times, start)] - start) < 0.07)
    on_beats = sum(abs(onsets[nearest(onsets, time)] - time) <= 0.03 for time in times) / max(1, len(times))
    mode = places.most_common(1)[0][0] if places else 0
    roots = agreement(segments, published) if blocks else float('nan')
    good_beats = beats.match >= LEAST_MATCH and beats.phase >= LEAST_PHASE
    good_chords = roots >= LEAST_ROOTS and song not in MISALIGNED
    none = sum(end - start for start, end, name in segments if name in ('N', 'X'))
    return {
        'id': song, 'beats_per_bar': beats.bar, 'grid_factor': beats.factor or '',
        'bpm': round(60 / step_of(times), 2), 'n_beats': len(times),
        'audio_beat_match': round(beats.match, 3), 'downbeat_phase_consistency': round(beats.phase, 3),
        'chord_onsets_on_downbeat': round(places[1] / sum(places.values()), 3) if places else 'nan',
        'chord_onset_mode_position': mode, 'beats_with_onset_30ms': round(on_beats, 3),
        'audio_to_midi_offset_s': round(beats.offset, 4), 'chord_root_agree_midi': round(roots, 3),
        'no_chord_fraction': round(none / segments[-1][1], 3) if segments else 'nan', 'n_chords': len(blocks),
        'cl_shift_beats': '' if shift is None else -shift, 'midi_len_s': round(midi.length(), 2),
        'beats_ok': int(good_beats), 'downbeats_ok': int(good_beats and mode == 1), 'chords_ok': int(good_chords)}


def make(folder, original, corrected):
    """Writes orig/, derived/ and quality.csv from the repositories of POP909 and POP909-CL. Returns the number of songs."""
    table = []
    for match in original.matches(r'POP909/(\d+)/beat_midi\.txt'):
        song, place = match[1], match.string.rsplit('/', 1)[0]
        texts = {name: original.text(f'{place}/{name}') if f'{place}/{name}' in original.sizes else '' for name in
                 ('beat_midi.txt', 'beat_audio.txt', 'chord_midi.txt', 'key_audio.txt')}
        content = original.read(f'{place}/{song}.mid')
        midi, grid = MidiFile(content), [float(row[0]) for row in rows(texts['beat_midi.txt'])]
        heard = rows(texts['beat_audio.txt'])
        beats = Beats(grid, [float(row[0]) for row in heard], [int(float(row[1])) for row in heard], midi.notes())
        blocks, segments, shift = [], [], None
        if f'POP909_processed/{song}.mid' in corrected.sizes:
            symbols = MidiFile(corrected.read(f'POP909_processed/{song}.mid'))
            blocks, segments, shift = chords(symbols, grid, midi.notes(), midi.length())
        published = [(float(start), float(end), name) for start, end, name in rows(texts['chord_midi.txt'])]
        table.append(quality(song, beats, blocks, segments, shift, midi, published))
        write(folder, song, content, texts, beats, segments)
    with open(folder / 'quality.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(table)
    return len(table)


def write(folder, song, content, texts, beats, segments):
    source, derived = folder / 'orig' / song, folder / 'derived'
    source.mkdir(parents=True)
    derived.mkdir(exist_ok=True)
    (source / f'{song}.mid').write_bytes(content)
    for name, text in texts.items():
        (source / name).write_text(text)
    beat_lines = (f'{time:.4f}\t{position}\n' for time, position in zip(beats.times, beats.positions))
    (derived / f'{song}.beats').write_text(''.join(beat_lines))
    if segments:
        lines = (f'{start:.4f}\t{end:.4f}\t{name}\n' for start, end, name in segments)
        (derived / f'{song}.lab').write_text(''.join(lines))
    moved = ((float(start) + beats.offset, float(end) + beats.offset, *name)
             for start, end, *name in rows(texts['key_audio.txt']))
    (derived / f'{song}.key').write_text(''.join(f'{start:.4f}\t{end:.4f}\t{" ".join(name)}\n' for start, end, *name in moved))
