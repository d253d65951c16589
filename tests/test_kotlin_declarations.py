"""What sources of Kotlin declare and define."""

from declared_lines import declared, listed

from doclint.source.extract import read

SOURCE = """\
package shop.model
import shop.Box
import shop.scales.*

/** A basket. */
@Serializable
data class Basket<T>(
    @field:Json(name = "id") val id: Long,
    var name: String? = null,
    size: Int = most,
    vararg rest: Int
) : Box<T>(id), Flat, Other by size {
    constructor(a: Int) : this(a.toLong())
    private lateinit var fruit: List<String>
    val weight: Int
        get() = 1
    companion object {
        const val MOST = 3
        fun make(): Basket = Basket()
    }
    /** Fills it. */
    suspend fun <K> fill(a: (Int) -> Unit, b: K? = null, vararg c: Int): List<K> = listOf()
    internal fun fill() {}
    inner class Handle
}
enum class Ripe(val days: Int) : Shown {
    /** Not yet. */
    @Early GREEN(1), YELLOW(2);
    fun show() {}
}
object Shop : Flat {
    val open = true
}
interface Scale : Flat {
    fun weigh(): Int
}
typealias Names = List<String>
fun top(`in`: Int) {
    fun inside() {}
}
private const val LIMIT = 1
"""


def test_declarations() -> None:
    assert listed("kotlin", SOURCE) == [
        "7 class Basket < Box<T> | Flat | Other @Serializable 'A basket.'",
        '  8 field id: Long @field:Json(name = "id")',
        "  9 field name: String?",
        "  13 method Basket(a: Int) (id: Long, name: String? = null, size: Int = most, *rest: Int)",
        "  14 field fruit: List<String> (private)",
        "  15 field weight: Int",
        "  18 constant MOST = 3",
        "  19 method make() -> Basket",
        "  22 method fill[K](a: (Int) -> Unit, b: K? = null, *c: Int) -> List<K> () is_async 'Fills it.'",
        "  24 class Handle",
        "26 enum Ripe < Shown",
        "  26 field days: Int",
        "  28 enum-member GREEN @Early is_static 'Not yet.'",
        "  28 enum-member YELLOW is_static",
        "  29 method show()",
        "  26 method Ripe(days: Int)",
        "31 class Shop < Flat",
        "  32 field open = true",
        "34 interface Scale < Flat",
        "  35 method weigh() -> Int",
        "37 type Names = List<String>",
        "38 function top(in: Int)",
        "41 constant LIMIT = 1 (private)",
    ]


def test_symbols() -> None:
    found = read("kotlin", SOURCE.encode())
    assert found is not None
    assert not found.is_broken
    named = [f"{one.line} {one.kind} {one.qualified}{'' if one.public else ' -'}" for one in found.found]
    assert named[:4] == ["2 import shop.Box -", "3 import shop.scales -", "7 class Basket", "13 method Basket.Basket"]
    assert named[-4:] == ["37 type Names", "38 function top", "39 function inside -", "41 constant LIMIT -"]


def test_a_class_that_the_grammar_takes_for_an_expression_leaves_a_source_broken() -> None:
    assert declared("kotlin", "@Target(A)\nannotation class B\n\nclass C\n").is_broken
    assert not declared("kotlin", "@Target(A)\nannotation class B(val d: Int)\n\nclass C\n").is_broken
