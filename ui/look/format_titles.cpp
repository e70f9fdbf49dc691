#include "ui/look/format_titles.h"

#include <QCoreApplication>

namespace tactus::ui {
namespace {

QString text_of(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

const char* words_of(Format format) {
  switch (format) {
    case Format::kJams:
      return QT_TRANSLATE_NOOP("Formats", "JAMS, everything in one file");
    case Format::kLab:
      return QT_TRANSLATE_NOOP("Formats", "Chord labels");
    case Format::kBeats:
      return QT_TRANSLATE_NOOP("Formats", "Beats and their places in the bar");
    case Format::kKey:
      return QT_TRANSLATE_NOOP("Formats", "Main key");
    case Format::kLabKeys:
      return QT_TRANSLATE_NOOP("Formats", "Keys and their times");
    case Format::kMirexBeats:
      return QT_TRANSLATE_NOOP("Formats", "MIREX beats");
    case Format::kMirexDownbeats:
      return QT_TRANSLATE_NOOP("Formats", "MIREX downbeats");
    case Format::kMirexKey:
      return QT_TRANSLATE_NOOP("Formats", "MIREX key");
    case Format::kMirexSections:
      return QT_TRANSLATE_NOOP("Formats", "MIREX sections");
    case Format::kMirexChords:
      return QT_TRANSLATE_NOOP("Formats", "MIREX chords");
    case Format::kCsv:
      return QT_TRANSLATE_NOOP("Formats", "Table of everything");
    case Format::kCsvBeats:
      return QT_TRANSLATE_NOOP("Formats", "Table of beats");
    case Format::kCsvChords:
      return QT_TRANSLATE_NOOP("Formats", "Table of chords");
    case Format::kAudacityBeats:
      return QT_TRANSLATE_NOOP("Formats", "Audacity label track of beats");
    case Format::kAudacityChords:
      return QT_TRANSLATE_NOOP("Formats", "Audacity label track of chords");
    case Format::kSvlBeats:
      return QT_TRANSLATE_NOOP("Formats", "Sonic Visualiser beats");
    case Format::kSvlChords:
      return QT_TRANSLATE_NOOP("Formats", "Sonic Visualiser chords");
    case Format::kMidi:
      return QT_TRANSLATE_NOOP("Formats", "MIDI tempo map with chord markers");
    case Format::kRwc:
      return QT_TRANSLATE_NOOP("Formats", "RWC beats");
    case Format::kGrid:
      return QT_TRANSLATE_NOOP("Formats", "Chords by bars");
    case Format::kRekordbox:
      return QT_TRANSLATE_NOOP("Formats", "rekordbox collection");
    case Format::kChordpro:
      return QT_TRANSLATE_NOOP("Formats", "ChordPro sheet");
    case Format::kTempo:
      return QT_TRANSLATE_NOOP("Formats", "Tempo");
    case Format::kMidiChords:
      return QT_TRANSLATE_NOOP("Formats", "MIDI tempo map that plays the chords");
    case Format::kMusicXml:
      return QT_TRANSLATE_NOOP("Formats", "MusicXML lead sheet");
  }
  return "";
}

}  // namespace

QString format_title(Format format) {
  return QStringLiteral("%1 (%2)").arg(QCoreApplication::translate("Formats", words_of(format)),
                                       text_of(format_info(format).suffix));
}

QString format_name(Format format) {
  return text_of(format_info(format).name);
}

}  // namespace tactus::ui
