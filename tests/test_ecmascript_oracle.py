"""What doclint reads in sources of TypeScript is what the compiler sees."""

from pathlib import Path

import pytest
from ecmascript_oracle import compare, sources_below, why_missing
from tree import write

MISSING = why_missing()
WILD = (Path(__file__).parents[2] / "shared" / "corpus" / "wild").resolve()
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

SOURCE = """
/** A basket. */
@injectable({ scope: "all" })
export abstract class Basket<in out T extends Fruit, U = T> extends lids.Box<T> implements Weighed, Priced<U> {
  /** Its size. */
  static readonly size?: number = 1; // one
  #hidden!: string; declare kept: Kept<import("./kept").Kept>; accessor lid = () => 1;
  [key: string]: unknown; [Symbol.iterator](): Iterator<T> { return 1 as never }
  constructor(private readonly owner: string, public label = "a", @Inject() unit?: Unit, ...rest: any[]) { super() }
  get weight(): number { return 1 } set weight(value) {}
  pick(name: string): T; pick(index: number, /* else */ other?: T): T; pick(...all: any[]) { return all[0] }
  private handle = async (event: Event) => {}; protected on: Handler<T> = (event) => {};
  "quoted-name"(): void {} abstract empty(): void; optional?(): void;
  async *each<V>({ a, b = 1 }: Options = {}, [c]: number[], this_: V): AsyncGenerator<V> {}
}
export default function (this: Window, callback: (error?: Error) => void): asserts callback is Handler {}
interface Weighed extends A<B>, c.D { readonly a?: string; (b: string): void; new (c: string): Weighed; get d(): 1 }
export type Options = { a: string, b?(): void }
type Callback<K> = (a: K, ...b: K[]) => K
export const enum Color { Red, Green = 1 << 2, Blue = "b", "dark-red" = Red | Green }
namespace fruit.trees { export const apple = { seeds: 1, grow() {}, ["cut"]: 2 } as const; let hidden }
declare module "orchard" { interface Tree { a: 1 } function grow(): void; const b: unique symbol }
declare global { interface Window { fruit: Color } }
const { x, y: [z, ...w] } = make(), run = async <T,>(x: T) => x, Kind = class Inner { a = 1 };
let later: string | undefined, now
export function over(a: string): void
export function over(a?: any) {}
export { later as soon, run }
"""


def test_all_kinds_of_declarations(tmp_path: Path) -> None:
    write(tmp_path, "all.ts", SOURCE)
    outcome = compare([tmp_path / "all.ts"])
    assert outcome.broken == []
    assert outcome.differences == []
    assert outcome.equal.total() > 500


@pytest.mark.parametrize("tree", ["firebase", "typedoc-form"])
def test_real_sources(tree: str) -> None:
    if not (WILD / tree).is_dir():
        pytest.skip("the corpus is not there")
    outcome = compare(sources_below(WILD / tree))
    assert outcome.broken == []
    assert outcome.share >= 0.995
    assert outcome.equal.total() > 10_000
