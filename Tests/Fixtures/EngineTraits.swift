import Testing

extension Trait where Self == ConditionTrait {
    /// A test of something that PostgreSQL does not have; it runs when the run is about SQLite.
    public static func onlySQLite(_ what: Comment) -> Self {
        .disabled(if: TestEngine.isPostgres, "of SQLite: \(what)")
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that needs a PostgreSQL server, which `GATEHOUSE_TEST_POSTGRES_URL` names.
    public static var needsPostgres: Self {
        .enabled(if: TestEngine.isPostgres, "GATEHOUSE_TEST_POSTGRES_URL names no server")
    }
}
