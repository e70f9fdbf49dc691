"""Notes and tempo of a Standard MIDI file, as far as the corpora here need them."""
import bisect
import struct


def _number(data, at):
    """A number of variable length, and the place behind it."""
    value = 0
    while True:
        byte = data[at]
        value, at = value << 7 | byte & 0x7F, at + 1
        if byte < 0x80:
            return value, at


def _events(data):
    """(tick, status, data) of a track; of a meta event status is 0xFF and data begins with its kind."""
    at = tick = running = 0
    while at < len(data):
        delta, at = _number(data, at)
        tick += delta
        status = data[at] if data[at] >= 0x80 else running
        at += data[at] >= 0x80
        if status in (0xFF, 0xF0, 0xF7):
            begin = at + (status == 0xFF)
            length, behind = _number(data, begin)
            yield tick, status, data[at:begin] + data[behind:behind + length]
            at = behind + length
        else:
            running, length = status, 1 if 0xC0 <= status < 0xE0 else 2
            yield tick, status, data[at:at + length]
            at += length


class MidiFile:
    """tracks: for each chunk its name and notes (start, end, pitch) in quarter notes, in order of time."""

    def __init__(self, content):
        if content[:4] != b'MThd':
            raise ValueError('is no MIDI file')
        self.division = struct.unpack('>H', content[12:14])[0]
        self.tempi = {0: 500000}  # microseconds of a quarter note, by tick
        self.meters = {}  # (numerator, denominator), by tick
        self.tracks, self.last_tick = [], 0
        self.drums = []  # starts of the notes of channel 10, quarter notes
        at = 14
        while at + 8 <= len(content):
            kind, length = content[at:at + 4], struct.unpack('>I', content[at + 4:at + 8])[0]
            if kind == b'MTrk':
                self._read(content[at + 8:at + 8 + length])
            at += 8 + length
        self._ticks, self._seconds = [], []
        for tick, microseconds in sorted(self.tempi.items()):
            self._seconds.append(self.seconds_of_tick(tick) if self._ticks else 0.0)
            self._ticks.append(tick)

    def _read(self, data):
        name, sounding, notes = '', {}, []
        for tick, status, words in _events(data):
            self.last_tick = max(self.last_tick, tick)
            if status == 0xFF and words[0] == 0x51:
                self.tempi[tick] = int.from_bytes(words[1:4], 'big')
            elif status == 0xFF and words[0] == 0x58:
                self.meters[tick] = words[1], 2 ** words[2]
            elif status == 0xFF and words[0] == 3:
                name = words[1:].decode('latin-1')
            elif status >> 4 in (8, 9):
                key = status & 15, words[0]
                for start in sounding.pop(key, []):
                    notes.append((start / self.division, tick / self.division, words[0]))
                if status >> 4 == 9 and words[1]:
                    sounding[key] = [tick]
                    if status == 0x99:
                        self.drums.append(tick / self.division)
        self.tracks.append((name, sorted(notes)))

    def seconds_of_tick(self, tick):
        i = bisect.bisect_right(self._ticks, tick) - 1
        return self._seconds[i] + (tick - self._ticks[i]) * self.tempi[self._ticks[i]] / self.division / 1e6

    def seconds(self, quarters):
        return self.seconds_of_tick(quarters * self.division)

    def length(self):
        """seconds up to the last event"""
        return self.seconds_of_tick(self.last_tick)

    def notes(self):
        """(start, end, pitch) of all tracks, seconds, in order of time."""
        return sorted((self.seconds(start), self.seconds(end), pitch)
                      for _, notes in self.tracks for start, end, pitch in notes)

    def bars(self, end):
        """(quarter notes, position) of each beat before `end`, quarter notes. A beat is a quarter note, in 6/8, 9/8 and 12/8
        a dotted one, in other meters of shorter notes one of these."""
        meters = sorted((tick / self.division, meter) for tick, meter in self.meters.items()) or [(0.0, (4, 4))]
        if meters[0][0] > 0:
            meters.insert(0, (0.0, (4, 4)))
        beats = []
        for (at, (over, under)), following in zip(meters, [start for start, _ in meters[1:]] + [end]):
            step = 1.5 if under == 8 and over % 3 == 0 else min(1.0, 4 / under)
            bar, until = 4 * over / under, min(following, end)
            for i in range(int((until - at) / bar + 1)):
                for k in range(int(bar / step + 0.999)):
                    if (quarter := at + i * bar + k * step) < until - 1e-6:
                        beats.append((quarter, k + 1))
        return beats
