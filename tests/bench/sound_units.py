"""The units that sound files consist of (frames, pages, packets, blocks), for tests/bench/damage: whole units are lost,
doubled or moved, so that no checksum is wrong. `renumbered`: the numbers of the units are closed up again, as a program
does that wrote the file again."""

import math
import re
import struct


def bit_sum(data, width, polynomial):
    """A checksum without reflection and inversion: CRC-8 and CRC-16 of FLAC, CRC-32 of Ogg."""
    value, top, mask = 0, 1 << (width - 1), (1 << width) - 1
    table = TABLES.get(width)
    if table is None:
        table = []
        for byte in range(256):
            entry = byte << (width - 8)
            for _ in range(8):
                entry = (entry << 1 ^ polynomial if entry & top else entry << 1) & mask
            table.append(entry)
        TABLES[width] = table
    for byte in data:
        value = (value << 8 ^ table[(value >> (width - 8) ^ byte) & 255]) & mask
    return value


TABLES = {}


def flac_number(frame):
    """(bytes of the coded number, its value); RFC 9639, section 9.1.5."""
    first, count = frame[4], 1
    while first & 0x80 >> count and count < 7:
        count += 1
    if first < 0x80:
        return 1, first
    value = first & (0x7F >> count)
    for byte in frame[5:4 + count]:
        value = value << 6 | byte & 63
    return count, value


def flac_coded(value):
    if value < 0x80:
        return bytes((value,))
    count = 2
    while value >= 1 << (5 * count + 1):
        count += 1
    first = (0xFF00 >> count & 0xFF) | value >> 6 * (count - 1)
    return bytes((first,)) + bytes(0x80 | value >> 6 * k & 63 for k in reversed(range(count - 1)))


def flac_head_size(frame):
    """Without the checksum."""
    extra = {6: 1, 7: 2}.get(frame[2] >> 4, 0) + {12: 1, 13: 2, 14: 2}.get(frame[2] & 15, 0)
    return 4 + flac_number(frame)[0] + extra


def flac_with_number(frame, value, variable=None):
    strategy = frame[1] if variable is None else frame[1] & 0xFE | variable
    head = frame[:1] + bytes((strategy,)) + frame[2:4] + flac_coded(value)
    head += frame[4 + flac_number(frame)[0]:flac_head_size(frame)]
    body = head + bytes((bit_sum(head, 8, 7),)) + frame[flac_head_size(frame) + 1:-2]
    return body + struct.pack('>H', bit_sum(body, 16, 0x8005))


def flac_units(data):
    at, last = 4, False
    while not last:
        last, at = data[at] >= 128, at + 4 + int.from_bytes(data[at + 1:at + 4], 'big')
    places, place = [], at
    while (place := data.find(b'\xff', place)) >= 0 and place + 18 < len(data):
        if data[place + 1] & 0xFE == 0xF8:
            size = flac_head_size(data[place:place + 18])
            if bit_sum(data[place:place + size], 8, 7) == data[place + size]:
                places.append(place)
        place += 1
    return data[:at], [data[a:b] for a, b in zip(places, places[1:] + [len(data)])], b''


def flac_renumbered(frames):
    return [flac_with_number(frame, number) for number, frame in enumerate(frames)]


def ogg_units(data):
    pages, at = [], 0
    while data[at:at + 4] == b'OggS':
        size = 27 + data[at + 26] + sum(data[at + 27:at + 27 + data[at + 26]])
        pages.append(data[at:at + size])
        at += size
    return b'', pages, data[at:]


def ogg_sealed(page):
    page = page[:22] + bytes(4) + page[26:]
    return page[:22] + struct.pack('<I', bit_sum(page, 32, 0x04C11DB7)) + page[26:]


def ogg_renumbered(pages):
    return [ogg_sealed(page[:18] + struct.pack('<I', n) + page[22:]) for n, page in enumerate(pages)]


def mpeg_frame_size(head):
    if len(head) < 4 or head[0] != 0xFF or head[1] < 0xE0:
        return 0
    version, layer, index, rate = head[1] >> 3 & 3, head[1] >> 1 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or layer not in (1, 2) or index in (0, 15) or rate == 3:
        return 0
    kbits = {(3, 1): (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
             (3, 2): (32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384)}.get(
                 (version, layer), (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160))[index - 1]
    hertz = (44100, 48000, 32000)[rate] >> {3: 0, 2: 1, 0: 2}[version]
    return (72000 if version != 3 and layer == 1 else 144000) * kbits // hertz + (head[2] >> 1 & 1)


def mpeg_units(data):
    at = 0
    if data[:3] == b'ID3':
        at = 10 + (data[6] << 21 | data[7] << 14 | data[8] << 7 | data[9])
    begin, frames = at, []
    while (size := mpeg_frame_size(data[at:at + 4])) and at + size <= len(data):
        frames.append(data[at:at + size])
        at += size
    return data[:begin], frames, data[at:]


def block_units(name, head, size):
    """Of a container whose chunk `name` holds bare samples, `head` bytes behind its name: blocks of `size` bytes, which are
    no whole samples."""
    def units(data):
        begin = data.find(name) + len(name) + head
        return data[:begin], [data[at:at + size] for at in range(begin, len(data), size)], b''
    return units


def mp4_units(data):
    """The samples (packets) of the only track, from its first chunk on, with the sizes of its table."""
    number = lambda at: int.from_bytes(data[at:at + 4], 'big')
    sizes, begin = data.find(b'stsz') + 4, number(data.find(b'stco') + 12)
    count, places = number(sizes + 8), [begin]
    for index in range(count):
        places.append(places[-1] + (number(sizes + 4) or number(sizes + 12 + 4 * index)))
    return data[:begin], [data[a:b] for a, b in zip(places, places[1:])], data[places[-1]:]


# Bytes of PCM and of its relatives have no numbers, frames of MPEG audio neither. Their sum is known: PCM that is too short
# looks like one that was cut at its end.
UNSEEN_IN_PCM = ('lost', 'moved')
UNSEEN_IN_MPEG = ('lost', 'doubled', 'moved')
# How the names of tests/bench/damage begin: (units, their new numbers or None, the acts whose place nobody can see)
UNITS = {
    'flac': (flac_units, flac_renumbered, ()),
    'ogg': (ogg_units, ogg_renumbered, ()),
    'opus': (ogg_units, ogg_renumbered, ()),
    'mp3 without tag': (mpeg_units, None, UNSEEN_IN_MPEG),
    'mp3': (mpeg_units, None, ()),
    'mp2': (mpeg_units, None, UNSEEN_IN_MPEG),
    'wav': (block_units(b'data', 4, 1021), None, UNSEEN_IN_PCM),
    'w64': (block_units(b'data\xF3\xAC\xD3\x11\x8C\xD1\x00\xC0\x4F\x8E\xDB\x8A', 8, 1021), None, UNSEEN_IN_PCM),
    'aiff': (block_units(b'SSND', 12, 1021), None, UNSEEN_IN_PCM),
    'm4a aac': (mp4_units, None, ()),
    'm4a alac': (mp4_units, None, ()),
}


def unit_damage(name, data, rng):
    """A mutant, what was done, and the damaged parts of the file as (begin, end), with all between them where nobody can see
    it; None for other kinds of file. Numbers that are closed up behind a lost beginning of Ogg are those of a file that was
    cut there, as MP3 is without its first frames, so that is left out."""
    row = next((row for kind, row in UNITS.items() if re.match(f'{kind}(?![a-z])', name)), None)
    if row is None:
        return None
    head, units, tail = row[0](data)
    renumber = row[1] is not None and rng.random() < 0.5
    act = rng.choice(('lost', 'doubled', 'moved'))
    first = rng.choice((0, rng.randrange(len(units)), rng.randrange(len(units)), len(units)))
    count = max(1, min(rng.choice((1, 1, 2, 5, 20)), len(units) // 3))
    least = 3 if renumber and row[0] is ogg_units else 1 if row[0] is mpeg_units else 0
    first = max(min(first, len(units) - count), least)
    run, rest = units[first:first + count], units[:first] + units[first + count:]
    place = {'lost': first, 'doubled': first, 'moved': rng.randrange(len(rest))}[act]
    if act == 'doubled':
        rest = units
    new = rest if act == 'lost' else rest[:place] + run + rest[place:]
    if renumber:
        new = row[1](new)
    behind = place + count if act == 'moved' and place > first else place  # in the undamaged file
    at = [len(head) + sum(map(len, units[:index])) for index in (first, first + count, behind)]
    parts = [(at[0], at[1]), (at[2], at[2])]
    if act in row[2]:
        parts = [(min(at), max(at) if act == 'moved' else math.inf)]
    return bytearray(head + b''.join(new) + tail), act + (' renumbered' if renumber else ''), parts
