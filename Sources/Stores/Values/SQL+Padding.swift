import Database

extension SQL {
    /// Returns a statement that yields `count` rows even if its search finds fewer: the time to read them does not show
    /// how many there are. All rows of a search that finds more are returned.
    /// - Parameters:
    ///   - columns: the columns of the search.
    ///   - placeholder: the values of an added row; the caller recognizes it by one of them.
    func padded(_ columns: SQL, with placeholder: SQL, to count: Int) -> SQL {
        """
        WITH RECURSIVE found AS (\(sql: self)),
            padding (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM padding WHERE n < \(count))
        SELECT \(sql: columns) FROM found
        UNION ALL
        SELECT \(sql: placeholder) FROM padding WHERE n > (SELECT count(*) FROM found)
        """
    }
}
