extension CauseRule {
    /// - Parameter entry: that of the canonical code.
    public init(
        id: ID,
        pattern: ErrorPattern,
        entry: CauseEntry,
        position: Int,
        version: Int,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.init(
            id: id,
            pattern: pattern,
            assigned: Assigned(code: entry.code, outcome: entry.outcome),
            position: position,
            version: version,
            createdAt: createdAt,
            updatedAt: updatedAt
        )
    }
}
