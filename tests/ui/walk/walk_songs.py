"""Songs that the stations make: what is in them is known to the sample."""

import array
import json
import math
import os
import wave

RATE = 22050


def write_clicks(path, beats, seconds):
    """A wave file with a short tone on each beat, an octave higher on each fourth from the first on, above a chord."""
    samples = array.array("h", (int(900 * (math.sin(n * 0.0745) + math.sin(n * 0.0939))) for n in range(int(seconds * RATE))))
    for number, beat in enumerate(beats):
        pitch = 0.5 if number % 4 == 0 else 0.25
        for n in range(1200):
            samples[int(beat * RATE) + n] += int(14000 * math.sin(n * pitch) * (1 - n / 1200))
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def write_jams(path, beats, seconds, sections=(), title=""):
    """Beats in bars of four, and sections of (begin, end, name)."""
    def layer(namespace, rows):
        return {"namespace": namespace, "annotation_metadata": {}, "sandbox": {}, "time": 0, "duration": seconds,
                "data": [dict(zip(("time", "duration", "value", "confidence"), row)) for row in rows]}

    content = {"file_metadata": {"duration": seconds, "title": title}, "sandbox": {},
               "annotations": [layer("beat", [(beat, 0, i % 4 + 1, 0.9) for i, beat in enumerate(beats)]),
                               layer("segment_open", [(a, b - a, name, 0.9) for a, b, name in sections])]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)


def make_song(folder, name, bpm=120.0, seconds=24, sections=()):
    """FOLDER/NAME.wav with its annotation. Returns the paths of both."""
    os.makedirs(folder, exist_ok=True)
    audio, jams = (os.path.join(folder, name + ending) for ending in (".wav", ".jams"))
    beats = [round(0.5 + i * 60 / bpm, 6) for i in range(int((seconds - 1) * bpm / 60))]
    write_clicks(audio, beats, seconds)
    write_jams(jams, beats, seconds, sections, name)
    return audio, jams
