"""McGill Billboard as distributed -> chroma/ID.npy (bytes), lab/ID.lab, salami/ID.txt, index.csv.

FOLDER holds the unpacked archives: NNNN/bothchroma.csv, NNNN/full.lab, NNNN/salami_chords.txt below any folder, and
billboard-2.0-index.csv. A byte q stands for the strength 5 (q / 255)^2. Slots from 1001 on are the test part of MIREX 2012:
they stay out.
"""
import csv
import re
import struct

LARGEST = 5.0
LAST_SLOT = 1000


def chroma(text):
    """[T, 24] of bothchroma.csv: an empty or named first column, time, 12 bass and 12 treble bins, from A upward."""
    rows = [line.split(',')[2:26] for line in text.splitlines() if line.strip()]
    return [[float(value) for value in row] for row in rows]


def npy(rows):
    """The file of NumPy with a byte for each value."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(rows)}, 24), }}"
    head += ' ' * (-(len(head) + 11) % 64) + '\n'
    values = (min(255, round(255 * (max(0.0, value) / LARGEST) ** 0.5)) for row in rows for value in row)
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + bytes(values)


def tuning_of(path):
    found = re.findall(r'[\d.]+', path.read_text()) if path.exists() else []
    return found[-1] if found else ''


def make(folder, archives):
    known = {}
    for path in archives.rglob('billboard-2.0-index.csv'):
        known = {f"{int(row['id']):04d}": row for row in csv.DictReader(open(path, encoding='utf-8'))}
    for part in ('chroma', 'lab', 'salami'):
        (folder / part).mkdir()
    table = []
    for source in sorted(archives.rglob('bothchroma.csv')):
        song = source.parent.name
        texts = {name: next(iter(archives.rglob(f'{song}/{name}')), None) for name in ('full.lab', 'salami_chords.txt')}
        if not song.isdigit() or int(song) > LAST_SLOT or not all(texts.values()):
            continue
        frames = chroma(source.read_text())
        (folder / 'chroma' / f'{song}.npy').write_bytes(npy(frames))
        (folder / 'lab' / f'{song}.lab').write_bytes(texts['full.lab'].read_bytes())
        (folder / 'salami' / f'{song}.txt').write_bytes(texts['salami_chords.txt'].read_bytes())
        row = known.get(song, {})
        table.append({'id': song, 'title': row.get('title', ''), 'artist': row.get('artist', ''),
                      'chart_date': row.get('chart_date', ''), 'frames': len(frames), 'tuning_hz': tuning_of(source.parent / 'tuning.csv')})
    if not table:
        raise FileNotFoundError(f'{archives}: no NNNN/bothchroma.csv with full.lab and salami_chords.txt below it')
    with open(folder / 'index.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(table)
    return len(table)
