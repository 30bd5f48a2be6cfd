import Database
import Testing

@Suite struct SQLTests {
    private func text(_ statement: SQL) -> String { statement.text { "$\($0)" } }

    @Test func `values become numbered places`() {
        let condition: SQL = "name = \("Ada") AND id IN \(list: [1, 2])"
        let statement: SQL = "SELECT * FROM users WHERE tenant_id = \(7) AND \(sql: condition) LIMIT \(5)"

        #expect(text(statement) == "SELECT * FROM users WHERE tenant_id = $1 AND name = $2 AND id IN ($3, $4) LIMIT $5")
        #expect(statement.values == [.integer(7), .text("Ada"), .integer(1), .integer(2), .integer(5)])
    }

    @Test func `joined conditions keep to themselves`() {
        #expect(text(.all(["a = \(1) OR b = \(2)", "c = \(3)"])) == "((a = $1 OR b = $2) AND (c = $3))")
        #expect(text(.any(["a = \(1)", "b = \(2)"])) == "((a = $1) OR (b = $2))")
        #expect(text(.all([])) == "TRUE")
        #expect(text(.any([])) == "FALSE")
    }
}
