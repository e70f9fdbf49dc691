#include "datasets/synth/score/drum_patterns.h"

namespace tactus {
namespace {

using namespace gm_drum;

constexpr int kAnyKit = -1, kJazzKit = 32, kBrushKit = 40, kDanceKit = 25;

// clang-format off
constexpr DrumPattern kDrumPatterns[] = {
    {"rock", 4, 4, 1.5, kAnyKit, "X.......x.......", "....X.......X...", "x.o.x.o.x.o.x.o.", "", kSnare, kClosedHat, 0},
    {"rock push", 4, 4, 1.5, kAnyKit, "X......xx.......", "....X.......X...", "x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"pop", 4, 4, 1.5, kAnyKit, "X.....x.x.......", "....X.......X...", "x.o.x.o.x.o.x.o.", "", kSnare, kClosedHat, 0},
    {"pop sixteenths", 4, 4, 1.0, kAnyKit, "X.....x...x.....", "....X.......X...", "xoxoxoxoxoxoxoxo", "", kSnare, kClosedHat, 0},
    {"push and pull", 4, 4, 1.0, kAnyKit, "X..x..x...x..x..", "....X.......X...", "x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"four on the floor", 4, 4, 1.0, kAnyKit, "X...x...x...x...", "....X.......X...", "..x...x...x...x.", "", kSnare, kOpenHat, 0},
    {"house", 4, 4, 0.7, kDanceKit, "X...X...X...X...", "....x.......x...", "..x...x...x...x.", "oooooooooooooooo", kClap, kOpenHat, kClosedHat},
    {"disco", 4, 4, 0.6, kAnyKit, "X...x...x...x...", "....X.......X...", "xoxoxoxoxoxoxoxo", "..x...x...x...x.", kSnare, kClosedHat, kTambourine},
    {"half time", 4, 4, 0.8, kAnyKit, "X.....x.........", "........X.......", "x.o.x.o.x.o.x.o.", "", kSnare, kClosedHat, 0},
    {"half time slow", 4, 4, 0.5, kAnyKit, "X.........x.....", "........X.......", "x...x...x...x...", "", kSnare, kRide, 0},
    {"ballad side stick", 4, 4, 1.2, kAnyKit, "x.........x.....", "....x.......x...", "x.o.x.o.x.o.x.o.", "", kSideStick, kClosedHat, 0},
    {"ballad", 4, 4, 1.0, kAnyKit, "x.......x.x.....", "....x.......x...", "xoooxoooxoooxooo", "", kSnare, kClosedHat, 0},
    {"ballad quarters", 4, 4, 0.8, kAnyKit, "x.......x.......", "....x.......x...", "x...x...x...x...", "", kSideStick, kRide, 0},
    {"motown", 4, 4, 0.5, kAnyKit, "X.....x.x.....x.", "X...X...X...X...", "x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"funk", 4, 4, 0.8, kAnyKit, "X.x...x...x..x..", "....X..o.o..X..o", "xoxoxoxoxoxoxoxo", "", kSnare, kClosedHat, 0},
    {"bossa", 4, 4, 0.6, kAnyKit, "x..xx..xx..xx..x", "x..x..x...x..x..", "x.x.x.x.x.x.x.x.", "", kSideStick, kClosedHat, 0},
    {"latin", 4, 4, 0.5, kAnyKit, "x.....x.x.....x.", "x..x..x...x.x...", "xoxoxoxoxoxoxoxo", "....x.xx....x.xx", kSideStick, kMaracas, kConga},
    {"one drop", 4, 4, 0.4, kAnyKit, "........X.......", "........x.......", "x.x.x.x.x.x.x.x.", "", kSideStick, kClosedHat, 0},
    {"train", 4, 4, 0.4, kBrushKit, "x.......x.......", "oooxoooxoooxooox", "....x.......x...", "", kSnare, kPedalHat, 0},
    {"brushes", 4, 4, 0.5, kBrushKit, "o.......o.......", "x..ox.o.x..ox.o.", "....x.......x...", "", kSnare, kPedalHat, 0},
    {"percussion", 4, 4, 0.5, kAnyKit, "", "....x.......x...", "xoxoxoxoxoxoxoxo", "", kTambourine, kShaker, 0},
    {"kick and clap", 4, 4, 0.5, kDanceKit, "X......x..x.....", "....X.......X...", "", "", kClap, kClosedHat, 0},
    {"cajon", 4, 4, 0.5, kAnyKit, "x.....x.x.......", "....x.......x..o", "x.x.x.x.x.x.x.x.", "", kSideStick, kShaker, 0},
    {"eurodance", 4, 4, 0.7, kDanceKit, "X...X...X...X...", "....X.......X...", "..X...X...X...X.", "", kClap, kOpenHat, 0},
    {"techno", 4, 4, 0.6, kDanceKit, "X...X...X...X...", "", "..X...X...X...X.", "x.xxx.xxx.xxx.xx", 0, kOpenHat, kClosedHat},
    {"trance", 4, 4, 0.6, kAnyKit, "X...X...X...X...", "....X.......X..o", "o.X.o.X.o.X.o.X.", "oxoxoxoxoxoxoxox", kClap, kOpenHat, kShaker},
    {"kick alone", 4, 4, 0.4, kDanceKit, "X...X...X...X...", "", "", "", 0, 0, 0},
    {"breakbeat", 4, 4, 0.6, kAnyKit, "X.X.......XX....", "....X..o.o..X..o", "x.x.x.x.x.x.x.x.", "", kSnare, kRide, 0},
    {"drum and bass", 4, 4, 0.6, kAnyKit, "X.........X.....", "....X.......X...", "x.xox.xox.xox.xo", "", kSnare, kClosedHat, 0},
    {"two step", 4, 4, 0.4, kDanceKit, "X.........x.....", "....X.......X..o", "..x...xo..x...x.", "", kSnare, kClosedHat, 0},
    {"punk", 4, 4, 0.7, kAnyKit, "X...X...X...X...", "..X...X...X...X.", "x.x.x.x.x.x.x.x.", "", kSnare, kOpenHat, 0},
    {"fast punk", 4, 4, 0.6, kAnyKit, "X.....X.X.......", "....X.......X...", "X...X...X...X...", "", kSnare, kRide, 0},
    {"double kick", 4, 4, 0.5, kAnyKit, "XxXxXxXxXxXxXxXx", "....X.......X...", "X...X...X...X...", "", kSnare, kCrash, 0},
    {"gallop", 4, 4, 0.4, kAnyKit, "X.xxX.xxX.xxX.xx", "....X.......X...", "X...X...X...X...", "", kSnare, kOpenHat, 0},
    {"four snares", 4, 4, 0.4, kAnyKit, "X.......X.......", "X...X...X...X...", "x...x...x...x...", "", kSnare, kTambourine, 0},
    {"ska", 4, 4, 0.5, kAnyKit, "........X.......", "........X.......", "..X...X...X...X.", "", kSideStick, kClosedHat, 0},
    {"steppers", 4, 4, 0.4, kAnyKit, "X...X...X...X...", "........X.......", "..x.o.x...x.o.x.", "", kSideStick, kClosedHat, 0},
    {"reggaeton", 4, 4, 0.5, kDanceKit, "X...X...X...X...", "...X..X....X..X.", "x...x...x...x...", "", kSnare, kClosedHat, 0},
    {"soca", 4, 4, 0.3, kAnyKit, "X...X...X...X...", "...X..X....X..X.", "..X...X...X...X.", "x.xxx.xxx.xxx.xx", kSnare, kOpenHat, kCowbell},
    {"samba", 4, 4, 0.5, kAnyKit, "x...X..xx...X..x", "x.x.xx.x.x.xx.x.", "XooxXooxXooxXoox", "", kSideStick, kShaker, 0},
    {"samba batucada", 4, 4, 0.5, kAnyKit, "....X.......X...", ".x.x.xx.x.x.x.xx", "XooXXooXXooXXooX", "x.x.xx.x.x.x.xx.", kSnare, kTambourine, kCowbell},
    {"partido alto", 4, 4, 0.3, kAnyKit, "x...X...x...X...", ".x.x..x.xx.x..x.", "XoxoXoxoXoxoXoxo", "", kSideStick, kMaracas, 0},
    {"baiao", 4, 4, 0.3, kAnyKit, "X..x..X.X..x..X.", "......x.......x.", "..x...x...x...x.", "", kSnare, kOpenHat, 0},
    {"son clave", 4, 4, 0.4, kAnyKit, "", "x..x..x...x.x...", "x.xxx.xxx.xxx.xx", "....x.xx....x.xx", kSideStick, kMaracas, kConga},
    {"mambo", 4, 4, 0.3, kAnyKit, "......X.......X.", "..x.x...x..x..x.", "x.x.xx.xx.x.xx.x", "....x.xx....x.xx", kSideStick, kCowbell, kConga},
    {"bo diddley", 4, 4, 0.3, kAnyKit, "X..X..X...X.X...", "X..X..X...X.X...", "xxxxxxxxxxxxxxxx", "", kLowTom, kMaracas, 0},
    {"floor toms", 4, 4, 0.4, kAnyKit, "X.......X.......", "....X.......X...", "x.x.x.x.x.x.x.x.", "", kSnare, kHighFloorTom, 0},
    {"trap", 4, 4, 0.4, kDanceKit, "X.....x....x....", "........X.......", "x.xxx.x.x.x.xxxx", "", kElectricSnare, kClosedHat, 0},

    {"shuffle", 4, 3, 1.0, kAnyKit, "X....xx.....", "...X.....X..", "x.xx.xx.xx.x", "", kSnare, kClosedHat, 0},
    {"swing", 4, 3, 0.8, kJazzKit, "o..o..o..o..", "..o...o....o", "x..x.xx..x.x", "...x.....x..", kSnare, kRide, kPedalHat},
    {"slow triplets", 4, 3, 1.0, kAnyKit, "X....xx.....", "...X.....X..", "xooxooxooxoo", "", kSnare, kClosedHat, 0},
    {"triplet side stick", 4, 3, 0.8, kAnyKit, "x.....x..o..", "...x.....x..", "xooxooxooxoo", "", kSideStick, kRide, 0},

    {"twelve eight", 4, 3, 0.8, kAnyKit, "X....xX.....", "...X.....X..", "xxxxxxxxxxxx", "", kSnare, kClosedHat, 0},
    {"blues", 4, 3, 0.8, kAnyKit, "X..x..X..x..", "...X.....X..", "x.xx.xx.xx.x", "", kSnare, kRide, 0},
    {"half time shuffle", 4, 3, 0.6, kAnyKit, "X......o....", "......X.....", "x.xx.xx.xx.x", ".o..o..o..o.", kSnare, kClosedHat, kSnare},
    {"bebop", 4, 3, 0.6, kJazzKit, "", "..o........o", "x..x.xx..x.x", "...x.....x..", kSnare, kRide, kPedalHat},

    {"waltz", 3, 4, 1.0, kAnyKit, "X...........", "....x...x...", "x...x...x...", "", kSideStick, kClosedHat, 0},
    {"waltz eighths", 3, 4, 1.0, kAnyKit, "X.....x.....", "....x...x...", "x.o.x.o.x.o.", "", kSnare, kClosedHat, 0},
    {"rock waltz", 3, 4, 0.8, kAnyKit, "X...x.......", "........X...", "x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"slow three", 3, 4, 0.8, kAnyKit, "x...........", "....x.......", "x.o.x.o.x.o.", "", kSideStick, kRide, 0},
    {"brush waltz", 3, 4, 0.5, kBrushKit, "o...........", "x...x..ox...", "....x...x...", "", kSnare, kPedalHat, 0},
    {"jazz waltz", 3, 3, 1.0, kJazzKit, "x........", "..o.....o", "x..x.xx..", "...x.....", kSnare, kRide, kPedalHat},
    {"triplet waltz", 3, 3, 0.7, kAnyKit, "X........", "......x..", "xooxooxoo", "", kSnare, kClosedHat, 0},

    {"polka", 2, 4, 1.0, kAnyKit, "X...X...", "..X...X.", "x...x...", "", kSnare, kPedalHat, 0},
    {"samba in two", 2, 4, 0.8, kAnyKit, "x...X...", "x.x.xx.x", "XooxXoox", "", kSideStick, kShaker, 0},
    {"cut time", 2, 4, 0.8, kAnyKit, "X...x...", "....X...", "x.o.x.o.", "", kSnare, kClosedHat, 0},
    {"march", 2, 4, 1.0, kAnyKit, "X.......", "....X.oo", "x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"six", 6, 4, 1.0, kAnyKit, "X...........x.......x...", "............X...........", "x...x...x...x...x...x...", "", kSnare, kClosedHat, 0},
    {"five", 5, 4, 1.0, kAnyKit, "X.....x.....x.......", "........X.......x...", "x.x.x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
    {"seven", 7, 4, 1.0, kAnyKit, "X.......x.......x...........", "....X.......X...........X...", "x.x.x.x.x.x.x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0},
};

constexpr WidePattern kWidePatterns[] = {
    {150, 240, {"blast beat", 4, 4, 1.5, kAnyKit, "X.x.X.x.X.x.X.x.", ".x.x.x.x.x.x.x.x", "X.x.X.x.X.x.X.x.", "", kSnare, kRide, 0}},
    {150, 240, {"hammer blast", 4, 4, 1.2, kAnyKit, "X.X.X.X.X.X.X.X.", "x.x.x.x.x.x.x.x.", "X...X...X...X...", "", kSnare, kCrash2, 0}},
    {150, 240, {"bomb blast", 4, 4, 1.0, kAnyKit, "XxXxXxXxXxXxXxXx", "x.x.x.x.x.x.x.x.", "X...X...X...X...", "", kSnare, kRide, 0}},
    {130, 240, {"d-beat", 4, 4, 1.0, kAnyKit, "X..xX...X..xX...", "..X...X...X...X.", "x...x...x...x...", "", kSnare, kCrash, 0}},
    {130, 240, {"thrash", 4, 4, 1.0, kAnyKit, "X...X...X...X...", "..X...X...X...X.", "X...X...X...X...", "", kSnare, kRide, 0}},
    {150, 240, {"fast rock", 4, 4, 1.5, kAnyKit, "X.......X.......", "....X.......X...", "x...x...x...x...", "", kSnare, kClosedHat, 0}},
    {150, 240, {"fast rock push", 4, 4, 1.0, kAnyKit, "X.....X.X.......", "....X.......X...", "x...x...x...x...", "", kSnare, kOpenHat, 0}},
    {150, 240, {"fast train", 4, 4, 0.6, kBrushKit, "x.......x.......", "o.x.o.x.o.x.o.x.", "....x.......x...", "", kSnare, kPedalHat, 0}},
    {150, 240, {"fast ska", 4, 4, 0.6, kAnyKit, "X.......X.......", "....X.......X...", "..x...x...x...x.", "", kSnare, kClosedHat, 0}},
    {40, 75, {"very slow", 4, 4, 1.5, kAnyKit, "X.....x.X.......", "....X.......X...", "x.x.x.x.x.x.x.x.", "", kSnare, kRide, 0}},
    {40, 75, {"slow sixteenths", 4, 4, 1.2, kAnyKit, "X.......x.x.....", "....X.......X...", "xoxoxoxoxoxoxoxo", "", kSnare, kClosedHat, 0}},
    {40, 75, {"doom", 4, 4, 0.8, kAnyKit, "X.......X.......", "....X.......X...", "X...X...X...X...", "..............xx", kSnare, kCrash, kLowTom}},
    {60, 110, {"swung hip hop", 4, 4, 1.0, kAnyKit, "X..x..x..xX.....", "....X..o....X..o", "x.x.x.x.x.x.xxx.", "", kSnare, kClosedHat, 0}},
    {60, 110, {"purdie", 4, 3, 1.0, kAnyKit, "X....x...x..", ".o..o.Xo..o.", "x.xx.xx.xx.x", "", kSnare, kClosedHat, 0}},
    {60, 190, {"shuffle with four kicks", 4, 3, 1.0, kAnyKit, "X..X..X..X..", "...X.....X..", "x.xx.xx.xx.x", "", kSnare, kRide, 0}},
    {60, 190, {"texas shuffle", 4, 3, 1.0, kAnyKit, "X.....X.....", "x.xX.xx.xX.x", "x.xx.xx.xx.x", "", kSnare, kClosedHat, 0}},
    {100, 240, {"fast swing", 4, 3, 1.0, kJazzKit, "o.....o.....", "........o...", "x..x.xx..x.x", "...x.....x..", kSnare, kRide, kPedalHat}},
    {40, 150, {"six eight", 2, 3, 1.5, kAnyKit, "X.....", "...X..", "xooxoo", "", kSnare, kClosedHat, 0}},
    {40, 150, {"six eight push", 2, 3, 1.0, kAnyKit, "X....x", "...X..", "xxxxxx", "", kSnare, kRide, 0}},
    {40, 100, {"slow six eight", 2, 3, 1.0, kAnyKit, "x.x...", "...x..", "xooxoo", "", kSideStick, kClosedHat, 0}},
    {90, 190, {"jig", 2, 3, 1.0, kAnyKit, "X..X..", "", "XoxXox", "", 0, kTambourine, 0}},
    {120, 240, {"fast two", 2, 4, 1.0, kAnyKit, "X.......", "....X...", "x...x...", "", kSnare, kClosedHat, 0}},
    {120, 240, {"oom-pah", 2, 4, 1.0, kAnyKit, "X.......", "....x...", "....x...", "", kSideStick, kPedalHat, 0}},
    {60, 140, {"two with eighths", 2, 4, 1.0, kAnyKit, "X.....x.", "....X...", "x.x.x.x.", "", kSnare, kClosedHat, 0}},
    {130, 240, {"fast waltz", 3, 4, 1.2, kAnyKit, "X...........", "....x...x...", "x...........", "", kSideStick, kRide, 0}},
    {130, 240, {"rock in three", 3, 4, 1.0, kAnyKit, "X...........", "........X...", "x...x...x...", "", kSnare, kClosedHat, 0}},
    {80, 240, {"five as three and two", 5, 4, 1.5, kAnyKit, "X...........X.......", "........X.......X...", "x...x...x...x...x...", "", kSnare, kRide, 0}},
    {60, 160, {"five with eighths", 5, 4, 1.0, kAnyKit, "X.....x...x.X.......", "....X.......X...X...", "x.o.x.o.x.o.x.o.x.o.", "", kSnare, kClosedHat, 0}},
    {100, 240, {"five in jazz", 5, 3, 1.0, kJazzKit, "o........o.....", "......o.....o..", "x..x.xx..x.xx..", "...x.....x.....", kSnare, kRide, kPedalHat}},
    {60, 240, {"six as two threes", 6, 4, 1.0, kAnyKit, "X...........X...........", "........X...........X...", "x...x...x...x...x...x...", "", kSnare, kClosedHat, 0}},
    {60, 240, {"six with a backbeat", 6, 4, 1.0, kAnyKit, "X.......X.......X.......", "....X.......X.......X...", "x.x.x.x.x.x.x.x.x.x.x.x.", "", kSnare, kRide, 0}},
    {120, 240, {"seven as two, two, three", 7, 4, 1.5, kAnyKit, "X.......X.......X...........", "....x.......x.......x.......", "x...x...x...x...x...x...x...", "", kSnare, kClosedHat, 0}},
    {120, 240, {"seven as three, two, two", 7, 4, 1.0, kAnyKit, "X...........X.......X.......", "........X.......X.......X...", "x...x...x...x...x...x...x...", "", kSnare, kRide, 0}},
    {60, 180, {"seven as four and three", 7, 4, 1.0, kAnyKit, "X.....x.........X.....x.....", "....X.......X.......X.......", "x.x.x.x.x.x.x.x.x.x.x.x.x.x.", "", kSnare, kClosedHat, 0}},
};

constexpr PercussionRow kRows[] = {
    {"tamborim", 4, "x.x.x.xx.x.x.xx.", {kHighBongo, kClaves, kHighBlock, kSideStick}},
    {"tamborim, turned", 4, ".x.x.xx.x.x.x.xx", {kHighBongo, kClaves, kHighBlock, kSideStick}},
    {"tamborim without a rest", 4, "XooxXooxXooxXoox", {kHighBongo, kHighBlock, kSideStick, 0}},
    {"partido alto", 4, ".x.x..x.xx.x..x.", {kTambourine, kMuteConga, kHighBongo, 0}},
    {"partido alto, turned", 4, "xx.x..x..x.x..x.", {kTambourine, kMuteConga, kHighBongo, 0}},
    {"pandeiro", 4, "xooXxooXxooXxooX", {kTambourine, kCabasa, 0, 0}},
    {"surdo", 4, "o...X...", {kLowFloorTom, kHighFloorTom, kKick, kLowConga}},
    {"surdo that answers", 4, "x...X..xx...X.x.", {kLowFloorTom, kHighFloorTom, kLowTom, 0}},
    {"agogo", 4, "x.x.xx.x.x.xx.x.", {kHighAgogo, kLowAgogo, kCowbell, 0}},
    {"ganza", 4, "Xoox", {kShaker, kCabasa, kMaracas, 0}},
    {"maracas", 4, "x.x.", {kShaker, kCabasa, kMaracas, kClosedHat}},
    {"son clave", 4, "x..x..x...x.x...", {kClaves, kHighBlock, kSideStick, 0}},
    {"son clave, turned", 4, "..x.x...x..x..x.", {kClaves, kHighBlock, kSideStick, 0}},
    {"rumba clave", 4, "x..x...x..x.x...", {kClaves, kHighBlock, kSideStick, 0}},
    {"bossa clave", 4, "x..x..x...x..x..", {kClaves, kSideStick, kLowBlock, 0}},
    {"cascara", 4, "x.xx.x.xx.xx.x.x", {kHighTimbale, kLowTimbale, kSideStick, kHighBlock}},
    {"tumbao", 4, "o.xoo.XXo.xoo.XX", {kConga, kMuteConga, kLowConga, 0}},
    {"martillo", 4, "XoxoxoxoXoxoxoXo", {kHighBongo, kLowBongo, kHighBlock, 0}},
    {"bell", 4, "X...x...x...x...", {kCowbell, kHighAgogo, kRideBell, kHighBlock}},
    {"mambo bell", 4, "X.x.xx.xx.xxx.x.", {kCowbell, kHighAgogo, kRideBell, 0}},
    {"claps", 4, "....X.......X...", {kClap, kSideStick, kTambourine, kSnare}},
    {"claps on all beats", 4, "X...", {kClap, kTambourine, kLowBlock, kKick}},
    {"off-beat triangle", 4, "x.X.", {kOpenTriangle, kMuteTriangle, kTambourine, kOpenHat}},
    {"baiao triangle", 4, "oxXx", {kMuteTriangle, kCabasa, 0, 0}},
    {"zabumba", 4, "X..x....X..x..X.", {kLowFloorTom, kKick, kLowConga, 0}},
    {"djembe", 4, "X.xxX.x.X.xxX.x.", {kConga, kHighBongo, kLowConga, 0}},
    {"eight strokes", 4, "X.xxx.xx", {kHighBongo, kLowConga, kMuteConga, kLowBlock}},
    {"tresillo", 4, "X..X..X.", {kLowConga, kKick, kClap, kHighTimbale}},
    {"maculele", 4, "X.xXx.X.", {kConga, kHighBlock, kLowTom, 0}},
    {"bell in twelve", 3, "x.x.xx.x.x.x", {kCowbell, kHighAgogo, kHighBlock, 0}},
    {"jig", 3, "Xox", {kLowFloorTom, kTambourine, kLowConga, kSideStick}},
    {"shekere", 3, "Xoo", {kCabasa, kMaracas, kShaker, 0}},
    {"drum in twelve", 3, "..xX..x.xX..", {kConga, kLowConga, kHighBongo, 0}},
    {"low drum in twelve", 3, "X..x..", {kLowFloorTom, kLowConga, kKick, 0}},
};
// clang-format on

constexpr std::string_view kStraightFills[] = {
    "ssss|hhhh|llff", "s.ss",      "ss.s|hhll", "s.s.|ssss",           "sshh|mmff",
    "k.s.|sshl",      "s...|ssss", "hh.m|m.ff", "ssss|ssss|hhmm|llff", "s.h.|l.f.",
    "c.c.|cccc",      "..ss",      "s.ks|.khf",
};
constexpr std::string_view kTripletFills[] = {
    "sss|hhh|lff", "s.s|hlf", "sss", "s.s|s.s", "hhh|lll|fff", "..s",
};

}  // namespace

std::span<const DrumPattern> drum_patterns() {
  return kDrumPatterns;
}
std::span<const WidePattern> wide_drum_patterns() {
  return kWidePatterns;
}
std::span<const PercussionRow> percussion_rows() {
  return kRows;
}
std::span<const std::string_view> straight_fills() {
  return kStraightFills;
}
std::span<const std::string_view> triplet_fills() {
  return kTripletFills;
}

int fill_drum(char symbol) {
  switch (symbol) {
    case 's':
      return kSnare;
    case 'h':
      return kHighTom;
    case 'm':
      return kLowMidTom;
    case 'l':
      return kLowTom;
    case 'f':
      return kHighFloorTom;
    case 'k':
      return kKick;
    case 'c':
      return kClap;
    default:
      return 0;
  }
}

}  // namespace tactus
