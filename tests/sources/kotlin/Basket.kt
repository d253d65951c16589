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
