import Domain
import StrictJSON
import Testing

@testable import WebCore
@testable import WebFixtures

@Suite struct InputsTests {
    private static let title = Input.text("title", "What people read.", maximum: 10)
    private static let rank = Input.integer("rank", "From 1 to 9.", in: 1...9)
    private static let ending = Input.dateTime("ending", "The end.")
    /// An input that reads another one itself, as a field with several forms does.
    private static let wrapped = Input<Timestamp?>(InputDescription("ending", .dateTime, "The last day.")) {
        $0.read(ending)
    }

    private func fields(_ text: String) throws -> Fields {
        Fields(try #require(try JSONValue(parsing: Array(text.utf8)).objectValue))
    }

    @Test func `inputs are described in the order in which they are read`() {
        let draft = Inputs { (rank: $0.read(Self.rank), title: $0.read(Self.title)) }
        let all = Inputs { (ending: $0.read(Self.ending), draft: $0.read(draft)) }

        #expect(draft.descriptions.map(\.name) == ["rank", "title"])
        #expect(all.descriptions.map(\.name) == ["ending", "rank", "title"])
        #expect(all.descriptions.map(\.isRequired) == [false, true, true])
    }

    @Test func `what an input reads itself is not described again`() {
        let inputs = Inputs { $0.read(Self.wrapped) }

        #expect(inputs.descriptions.map(\.summary) == ["The last day."])
    }

    @Test func `a body has exactly the members that are read`() throws {
        let body = APIOperation.Body.object("Draft", Inputs { ($0.read(Self.title), $0.read(Self.rank)) })

        let schema = try #require(body.contents.first?.schema.schema.json.objectValue)
        #expect(schema["properties"]?.objectValue?.names == ["title", "rank"])
        #expect(schema["required"] == ["title", "rank"])
    }

    @Test func `values and errors of inputs reach the fields`() throws {
        let draft = Inputs { reader in
            let draft = (title: reader.read(Self.title), rank: reader.read(Self.rank))
            if draft.title == "Owner" { reader.record("title", .malformed(.english("This name is taken."))) }
            return draft
        }
        var good = try fields(#"{"title":"Driver","rank":3}"#)
        var bad = try fields(#"{"title":"Owner","rank":12,"colour":"red"}"#)

        let read = good.read(draft)
        _ = bad.read(draft)

        try good.finish()
        #expect(read == ("Driver", 3))
        #expect(bad.problems.map(\.field) == ["rank", "title"])
        #expect(throws: DomainError.self) { try bad.finish() }
    }

    @Test func `an open body requires what is read, and permits other members`() throws {
        let inputs = Inputs { ($0.read(Self.title), $0.read(Self.ending)) }
        let body = APIOperation.Body.open("Draft", inputs)
        let any = APIOperation.Body.open("Any", inputs, requiresMembers: false)

        let schema = try #require(body.contents.first?.schema.schema.json.objectValue)
        #expect(schema["required"] == ["title"] && schema["additionalProperties"] == true)
        #expect(schema["properties"]?["ending"]?["type"] == "string", "null is not permitted")
        #expect(schema["properties"]?["title"]?["description"] == "What people read.")
        #expect(try #require(any.contents.first).schema.schema.json["required"] == nil)
    }

    @Test func `the members of an object are read, and their errors name them`() throws {
        let owner = Inputs { ($0.read(Self.title), $0.read(Self.rank)) }
        let input = Input.members("owner", "Who has it.", Inputs { $0.read(.members("person", "The person.", owner)) })
        func read(_ text: String) throws -> (title: String?, problems: [String]) {
            var fields = try fields(text)
            let title = fields.read(input)??.0
            return (title, fields.problems.map { "\($0.field) \($0.rule.code)" })
        }

        let good = try read(#"{"owner":{"person":{"title":"Ada","rank":3,"colour":"red"}}}"#)
        #expect(good.title == "Ada" && good.problems.isEmpty)
        #expect(try read("{}").problems.isEmpty && read(#"{"owner":null}"#).problems.isEmpty)
        #expect(try read(#"{"owner":7}"#).problems == ["owner wrong_type"])
        #expect(
            try read(#"{"owner":{"person":{"rank":12}}}"#).problems
                == ["owner.person.title missing", "owner.person.rank out_of_range"]
        )
        let schema = try #require(input.description.schema.json["properties"]?["person"])
        #expect(schema["required"] == ["title", "rank"] && schema["description"] == "The person.")
    }

    @Test func `null is an error where it differs from an absent field`() throws {
        let object = try #require(
            try JSONValue(parsing: Array(#"{"title":null,"owner":{"rank":null}}"#.utf8)).objectValue
        )
        let owner = Input.members("owner", "Who has it.", Inputs { $0.read(.optionalInteger("rank", "", in: 1...9)) })
        var strict = Fields(object, notation: .strictJSON)
        var lenient = Fields(object)

        for isStrict in [true, false] {
            _ = isStrict ? strict.optionalText("title", maximum: 10) : lenient.optionalText("title", maximum: 10)
            _ = isStrict ? strict.read(owner) : lenient.read(owner)
        }

        #expect(strict.problems.map(\.field) == ["title", "owner.rank"])
        #expect(strict.isNull("title") && !strict.isNull("rank") && lenient.problems.isEmpty)
    }
}
