/// One entry of a `FROM` clause, or the target of a change.
struct TableSource {
    enum Join {
        /// The join's condition holds for all rows.
        case inner
        /// The join's condition holds for the rows of this entry only.
        case left
        /// The join's condition holds for neither side: rows of either appear without the other.
        case full
    }

    /// The name of the table; nil for a subquery.
    var table: String?
    var alias: String
    var join: Join
    var isNatural = false
    var condition: [SQLToken] = []
    var using: [String] = []
    /// The tokens of a subquery, or the arguments of a table function.
    var content: [SQLToken] = []
}
