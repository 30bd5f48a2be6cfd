import Testing

@testable import Database

@Suite struct SQLTests {
    private func text(_ statement: SQL) -> String { statement.text { "$\($0)" } }

    @Test func `values become numbered places`() {
        let condition: SQL = "name = \("Ada") AND id IN \(list: [1, 2])"
        let statement: SQL = "SELECT * FROM users WHERE tenant_id = \(7) AND \(sql: condition) LIMIT \(5)"

        #expect(text(statement) == "SELECT * FROM users WHERE tenant_id = $1 AND name = $2 AND id IN ($3, $4) LIMIT $5")
        #expect(statement.values == [.integer(7), .text("Ada"), .integer(1), .integer(2), .integer(5)])
    }

    @Test func `statements of the same literals have the same text`() {
        func found(_ ids: [Int], _ isSorted: Bool = false) -> SQL {
            let order: SQL = isSorted ? "ORDER BY id" : "LIMIT 1"
            return "SELECT \("Ada") FROM users WHERE id IN \(list: ids) \(sql: order)"
        }

        #expect(found([1, 2]).hasSameLiterals(as: found([3, 4])))
        #expect(!found([1, 2]).hasSameLiterals(as: found([1])))
        #expect(!found([1, 2]).hasSameLiterals(as: found([1, 2], true)))
    }

    @Test func `joined conditions keep to themselves`() {
        #expect(text(.all(["a = \(1) OR b = \(2)", "c = \(3)"])) == "((a = $1 OR b = $2) AND (c = $3))")
        #expect(text(.any(["a = \(1)", "b = \(2)"])) == "((a = $1) OR (b = $2))")
        #expect(text(.all([])) == "TRUE")
        #expect(text(.any([])) == "FALSE")
    }
}
