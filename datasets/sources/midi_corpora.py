"""MIDI files with beats: piano performances (ASAP), human drummers (Groove MIDI), music of games (Freedoom, OpenMSX)."""
import collections
import csv
import re
import statistics

from midi_notes import MidiFile


def write_beats(path, beats, digits=4):
    path.write_text(''.join(f'{time:.{digits}f}\t{position}\n' for time, position in beats))


def write_index(folder, table):
    with open(folder / 'index.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(table)
    return len(table)


# ---- ASAP

MOST_UNSURE = 0.02  # share of beats that the annotators could not place (bR)


def positions(kinds):
    """Of beats "b", "db", "bR": counted from each downbeat, before the first one backwards from it."""
    first = kinds.index('db') if 'db' in kinds else 0
    after = next((i - first for i, kind in enumerate(kinds) if i > first and kind == 'db'), 4)
    found, position = [], (-first) % after
    for kind in kinds:
        position = 1 if kind == 'db' else position % max(after, position + 1) + 1
        found.append(position)
    return found


def asap(folder, repository):
    """One performance of each composition: the smallest share of beats in doubt, then the smallest MIDI file."""
    groups = collections.defaultdict(list)
    for row in csv.DictReader(repository.text('metadata.csv').splitlines()):
        annotations = row['performance_annotations']
        if annotations not in repository.sizes or row['midi_performance'] not in repository.sizes:
            continue
        lines = [line.split('\t') for line in repository.text(annotations).splitlines() if line.strip()]
        events = [(float(line[0]), line[2].split(',')) for line in lines]
        unsure = sum(words[0] == 'bR' for _, words in events)
        groups[row['composer'], row['title']].append((unsure / len(events), row['midi_performance'], events, unsure))
    table = []
    for (composer, title), performances in sorted(groups.items()):
        share, source, events, unsure = min(performances, key=lambda each: (each[0], int(repository.sizes[each[1]])))
        if share > MOST_UNSURE:
            continue
        name = re.sub(r'\.mid$', '', source).replace('/', '__')
        (folder / f'{name}.mid').write_bytes(repository.read(source))
        kinds = [words[0] for _, words in events]
        write_beats(folder / f'{name}.beats', zip((time for time, _ in events), positions(kinds)), 6)
        meters = '|'.join(dict.fromkeys(word for _, words in events for word in words[1:] if '/' in word))
        table.append({'name': name, 'composer': composer, 'title': title, 'n_beats': len(events), 'n_downbeats': kinds.count('db'),
                      'n_bR': unsure, 'span_s': round(events[-1][0] - events[0][0], 1), 'time_signatures': meters,
                      'source_path': source})
    return write_index(folder, table)


# ---- Groove MIDI

def groove(folder, repository):
    """Drummers who played to a metronome: beats are the grid of the file from its start, bars its time signature."""
    count = 0
    for match in repository.matches(r'groove/(drummer\d+)/(\w+)/([^/]+)\.mid'):
        midi = MidiFile(repository.read(match.string))
        notes = [start for _, track in midi.tracks for start, _, _ in track]
        if not notes or len(midi.tempi) > 1:
            continue
        midi.meters = dict(list(midi.meters.items())[:1])
        name = '_'.join(match.groups())
        (folder / f'{name}.mid').write_bytes(repository.read(match.string))
        behind = 0.02 * 1e6 / midi.tempi[0]  # quarter notes in 20 ms
        write_beats(folder / f'{name}.beats', ((midi.seconds(at), position) for at, position in midi.bars(max(notes) + behind)))
        count += 1
    for name in ('info.csv', 'LICENSE'):
        (folder / name).write_bytes(repository.read(f'groove/{name}'))
    return count


# ---- Music of games

LEAST_ON_GRID, NEAR, SHORTEST = 0.85, 0.03, 20.0  # share of the notes; quarter notes; seconds


def on_grid(notes, parts):
    return sum(abs(at * parts - round(at * parts)) <= NEAR * parts for at in notes) / len(notes)


def games(folder, freedoom, openmsx):
    """Band arrangements whose notes lie on the grid of their tempo. The bars of a file without a time signature are in
    four; they count only if most notes begin on the first beat."""
    table = []
    for source, repository, pattern in (('freedoom', freedoom, r'musics/([^/]+)\.mid'), ('openmsx', openmsx, r'src/([^/]+)\.mid')):
        (folder / source).mkdir()
        for match in repository.matches(pattern):
            content = repository.read(match.string)
            try:
                midi = MidiFile(content)
                row = game_row(source, match[1], midi)
            except (ValueError, IndexError):
                continue
            if not row:
                continue
            (folder / source / f'{match[1]}.mid').write_bytes(content)
            last = max(start for _, notes in midi.tracks for start, _, _ in notes)
            beats = [(midi.seconds(at), position) for at, position in midi.bars(last + 0.01)]
            write_beats(folder / source / f'{match[1]}.beats', beats)
            table.append(row)
    return write_index(folder, table)


def game_row(source, name, midi):
    notes = [start for _, track in midi.tracks for start, _, _ in track]
    if not notes:
        return None
    if midi.seconds(max(notes)) < SHORTEST:
        return None
    sixteenths, triplets = on_grid(notes, 4), on_grid(notes, 3)
    if max(sixteenths, triplets) < LEAST_ON_GRID:
        return None
    beats = midi.bars(max(notes) + 1)
    times = [midi.seconds(at) for at, _ in beats]
    bpm = 60 / statistics.median(after - time for time, after in zip(times, times[1:]))
    places, i = collections.Counter(), 0
    for at in sorted(notes):
        while i + 1 < len(beats) and beats[i + 1][0] <= at + 0.5:
            i += 1
        if abs(beats[i][0] - at) <= NEAR:
            places[beats[i][1]] += 1
    return {'source': source, 'name': name, 'bpm': round(bpm, 1), 'notes': len(notes), 'drum_notes': len(midi.drums),
            'grid16': round(sixteenths, 2), 'grid8triplet': round(triplets, 2),
            'meter_from': 'time_signature' if set(midi.meters.values()) - {(4, 4)} else 'default',
            'downbeat_plausible': int(bool(places) and places.most_common(1)[0][0] == 1), 'tempo_plausible': int(55 <= bpm <= 215)}
