"""What sources of PHP declare and define."""

from declared_lines import declared, listed

from doclint.source.extract import read

SOURCE = """\
<?php
/** Fruit. */
namespace Shop\\Model;
use Shop\\Box, Shop\\Flat as Level;
use function Shop\\{weigh, Scales\\tare};

/**
 * A basket.
 */
#[Holds(1), Open]
final class Basket extends Box implements Level, \\Shop\\Heavy
{
    use Counts, Weighs;
    public const MOST = 3, LEAST = 1;
    protected static $types = ['a' => 'b'], $formats;
    public readonly ?string $name;
    public function __construct(private int $id, public string $title = 'x', array &...$rest) {}
    /** Fills it. */
    public static function fill(?int $a = null, self|int $b): ?static { function inside() {} }
    abstract protected function hidden();
}
interface Scale extends Flat, Heavy { const MOST = 1; public function weigh(); }
trait Counts { public function count() {} }
enum Ripe: string implements Shown { case Green = 'g'; case Yellow = 'y'; public function shown() {} }
function top(int ...$xs) {}
const TOP = 1;
if (!function_exists('late')) { function late() {} }
"""


def test_declarations() -> None:
    assert declared("php", SOURCE).docstring == "Fruit."
    assert listed("php", SOURCE) == [
        "11 class Basket < Box | Level | \\Shop\\Heavy | Counts | Weighs @Holds(1) @Open 'A basket.'",
        "  14 constant MOST = 3 is_static",
        "  14 constant LEAST = 1 is_static",
        "  15 field types = ['a' => 'b'] is_static (private)",
        "  15 field formats is_static (private)",
        "  16 field name: ?string",
        "  17 method __construct(id: int, title: string = 'x', *rest: array)",
        "  17 field id: int (private)",
        "  17 field title: string = 'x'",
        "  19 method fill(a: ?int = null, b: self|int) -> ?static is_static 'Fills it.'",
        "  20 method hidden() (private)",
        "22 interface Scale < Flat | Heavy",
        "  22 constant MOST = 1 is_static",
        "  22 method weigh()",
        "23 trait Counts",
        "  23 method count()",
        "24 enum Ripe < Shown",
        "  24 enum-member Green = 'g' is_static",
        "  24 enum-member Yellow = 'y' is_static",
        "  24 method shown()",
        "25 function top(*xs: int)",
        "26 constant TOP = 1 is_static",
        "27 function late() is_conditional",
    ]


def test_magic_methods_stand_for_further_members() -> None:
    assert "`__get`" in declared("php", "<?php class A { function __get($b) {} }").found[0].is_open
    assert declared("php", "<?php class A { function get($b) {} }").found[0].is_open == ""


def test_symbols() -> None:
    found = read("php", SOURCE.encode())
    assert found is not None
    named = [f"{one.line} {one.kind} {one.qualified}{'' if one.public else ' -'}" for one in found.found]
    assert named[:7] == [
        "4 import Shop\\Box -",
        "4 import Shop\\Flat -",
        "5 import Scales\\tare -",
        "5 import weigh -",
        "11 class Basket",
        "14 constant Basket::LEAST",
        "14 constant Basket::MOST",
    ]
    assert "19 function inside -" in named
