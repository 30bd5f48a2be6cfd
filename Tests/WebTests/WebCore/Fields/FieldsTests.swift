import Domain
import Hummingbird
import HummingbirdTesting
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct FieldsTests {
    private func json(_ text: String) throws -> Fields {
        Fields(try #require(try JSONValue(parsing: Array(text.utf8)).objectValue))
    }

    private func form(_ text: String) throws -> Fields { Fields(try FormText(text.utf8).fields, notation: .form) }

    private func problems(_ fields: Fields, _ unknown: Fields.Unknown = .reported) -> [FieldProblem] {
        do throws(DomainError) {
            try fields.finish(unknown)
            return []
        } catch {
            guard case .invalid(let problems) = error else { return [] }
            return problems
        }
    }

    @Test func `good fields are read as what they should be`() throws {
        var fields = try json(
            #"{"email":"Ada@Example.com","limit":7,"on":true,"state":"invited","note":null,"tags":["a","b"]}"#
        )

        let email = fields.value("email", as: EmailAddress.self, orElse: .english("An address."))
        let limit = fields.integer("limit", in: 1...10)
        let isOn = fields.bool("on")
        let state = fields.oneOf("state", as: User.State.self)
        let note = fields.optionalText("note", maximum: 10)
        let tags = fields.texts("tags", maximumCount: 3, maximum: 5)
        let (address, chosen) = try fields.finish(email, state)

        #expect(address.description == "ada@example.com")
        #expect(limit == 7 && isOn && chosen == .invited && note == nil && tags == ["a", "b"])
    }

    @Test func `all field problems are reported together`() throws {
        var fields = try json(#"{"email":[1],"limit":11,"on":"yes","state":"gone","name":"toolong","odd":1}"#)

        _ = fields.value("email", as: EmailAddress.self, orElse: .english("An address."))
        _ = fields.integer("limit", in: 1...10)
        _ = fields.bool("on")
        _ = fields.oneOf("state", as: User.State.self)
        _ = fields.text("name", maximum: 3)
        _ = fields.text("absent", maximum: 3)

        #expect(
            problems(fields) == [
                FieldProblem(field: "email", rule: .wrongType(expected: .aText)),
                FieldProblem(field: "limit", rule: .outOfRange(1...10)),
                FieldProblem(field: "on", rule: .wrongType(expected: .aBoolean)),
                FieldProblem(field: "state", rule: .notOneOf(["active", "disabled", "invited"])),
                FieldProblem(field: "name", rule: .tooLong(maximum: 3)),
                FieldProblem(field: "absent", rule: .missing),
                FieldProblem(field: "odd", rule: .unknown),
            ]
        )
    }

    @Test func `a text is as long as its scalars, as in JSON Schema`() throws {
        var fields = try json(#"{"joined":"👩‍👩‍👧","flags":"🇫🇷🇫🇷"}"#)

        _ = fields.text("joined", maximum: 4)
        let flags = fields.text("flags", maximum: 4)

        #expect(problems(fields) == [FieldProblem(field: "joined", rule: .tooLong(maximum: 4))])
        #expect(flags == "🇫🇷🇫🇷")
    }

    @Test func `fields of a foreign wire format may be more than we know`() throws {
        #expect(problems(try json(#"{"odd":1}"#), .ignored).isEmpty)
    }

    @Test(arguments: ["1e400", "1.5", "99999999999999999999", #""7""#, "[7]", "true"])
    func `only a whole number is a whole number in JSON`(value: String) throws {
        // 1e400 is refused by the parser already.
        guard var fields = try? json(#"{"n":\#(value)}"#) else { return }

        _ = fields.integer("n", in: 0...10)

        #expect(problems(fields).map(\.rule.code) == ["wrong_type"])
    }

    @Test(arguments: [
        ("+7", "wrong_type"), ("7.0", "wrong_type"), ("٣", "wrong_type"), ("999999999999999999999", "wrong_type"),
        ("11", "out_of_range"),
    ])
    func `a number in a form is written with plain digits`(value: String, code: String) throws {
        var fields = Fields([("n", .text(value))], notation: .form)

        _ = fields.integer("n", in: 0...10)

        #expect(problems(fields).map(\.rule.code) == [code])
    }

    @Test func `a form is decoded strictly, field by field`() throws {
        var fields = try form("name=Ada+Lovelace%21&bad=%4&broken=%FF%FE&twice=1&twice=2&box=on&list=a&list=b&empty=")

        let name = fields.text("name", maximum: 50)
        let box = fields.bool("box")
        let other = fields.bool("other")
        let list = fields.texts("list", maximumCount: 5, maximum: 5)
        let empty = fields.optionalText("empty", maximum: 5)
        _ = fields.text("bad", maximum: 50)
        _ = fields.text("broken", maximum: 50)
        _ = fields.text("twice", maximum: 50)

        #expect(name == "Ada Lovelace!" && box && !other && list == ["a", "b"] && empty == nil)
        #expect(
            problems(fields) == [
                FieldProblem(
                    field: "bad",
                    rule: .malformed(.localizable("forms.escape", "Write two hexadecimal digits after each %."))
                ),
                FieldProblem(field: "broken", rule: .notUTF8),
                FieldProblem(field: "twice", rule: .duplicate),
            ]
        )
    }

    @Test(arguments: ["%4=1", "%FF=1", "=1"])
    func `a name that cannot be read refuses the whole form`(text: String) {
        let failure = #expect(throws: WebFailure.self) { try FormText(text.utf8) }

        #expect(failure?.status == .badRequest)
        #expect(failure?.detail == "The name of field 1 cannot be read.")
    }

    @Test func `two hundred fields are enough`() throws {
        let fields = (0...FormText.maximumFields).map { "f\($0)=1" }

        let failure = #expect(throws: WebFailure.self) { try FormText(fields.joined(separator: "&").utf8) }

        #expect(failure?.status == .badRequest)
        #expect(failure?.detail == "Send at most 200 fields.")
        #expect(try FormText(fields.dropLast().joined(separator: "&").utf8).fields.count == 200)
    }

    @Test func `what was typed can be shown again, whatever is wrong with it`() throws {
        var fields = try form("email=not+an+address")

        _ = fields.value("email", as: EmailAddress.self, orElse: .english("An address."))

        #expect(fields.typed("email") == "not an address")
        #expect(fields.problems.count == 1)
    }

    @Test func `a text never holds the character that no engine keeps`() throws {
        var fields = try json(#"{"name":"a\u0000b"}"#)

        _ = fields.text("name", maximum: 10)

        #expect(problems(fields).map(\.rule.code) == ["malformed"])
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=201", "limit"), ("limit=ten", "limit"), ("cursor=!", "cursor"),
        ("page=2", "page"),
    ])
    func `a page request that cannot be served names its field`(query: String, field: String) throws {
        var fields = try form(query)

        _ = fields.pageRequest()

        #expect(problems(fields).map(\.field) == [field])
    }

    @Test func `a page request continues at the cursor`() throws {
        let cursor = Cursor(key: "ada", id: [1, 2])
        var fields = try form("limit=200&cursor=\(cursor.text)")

        let page = fields.pageRequest()
        try fields.finish()

        #expect(page == PageRequest(limit: 200, cursor: cursor))
    }

    @Test func `a flood of unknown fields is answered with few sentences`() throws {
        let fields = try form((0..<150).map { "f\($0)=1" }.joined(separator: "&"))

        #expect(problems(fields).count == Fields.maximumProblems)
    }
}
