<?php
/** Fruit. */
namespace Shop\Model;
use Shop\Box, Shop\Flat as Level;
use function Shop\{weigh, Scales\tare};

/**
 * A basket.
 */
#[Holds(1), Open]
final class Basket extends Box implements Level, \Shop\Heavy
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
