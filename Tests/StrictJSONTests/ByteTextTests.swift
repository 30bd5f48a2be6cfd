import Testing

@testable import StrictJSON

struct ByteTextTests {
    /// The same letter to Unicode, two texts in bytes.
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test func `texts that Unicode calls equivalent are two`() {
        #expect(Self.composed == Self.decomposed)
        #expect(ByteText(Self.composed) != ByteText(Self.decomposed))
        #expect(Set([ByteText(Self.composed), ByteText(Self.decomposed), ByteText(Self.composed)]).count == 2)
        #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
        #expect(Set([JSONValue.string(Self.composed), .string(Self.decomposed)]).count == 2)
    }

    @Test func `members are distinguished by their bytes, in a small object and in a large one`() throws {
        for others in [0, 200] {
            let more = (0..<others).map { ",\"m\($0)\":\($0)" }.joined()
            var object = try #require(
                try JSONValue(parsing: "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2\(more)}".utf8).objectValue
            )

            #expect(object[Self.composed] == 1 && object[Self.decomposed] == 2)
            #expect(object["cafe"] == nil)
            object[Self.composed] = nil
            object[Self.decomposed] = 3
            #expect(object[Self.composed] == nil && object[Self.decomposed] == 3)
            #expect(object.count == others + 1)
            if others > 0 { #expect(object["m7"] == 7 && object["m199"] == 199) }
        }
    }

    @Test func `a large object knows a name that comes twice`() {
        let members = (0..<100).map { "\"m\($0)\":0" } + ["\"m50\":1"]

        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{\(members.joined(separator: ","))}".utf8) }
    }

    @Test(arguments: [1, 100])
    func `an object of known names is the same as one of pairs`(count: Int) {
        let names = (0..<count).map { "m\($0)" }
        let values = (0..<count).map { JSONValue.integer(Int64($0)) }
        let known = JSONNames(names)

        var object = JSONObject(known, values)

        #expect(object == JSONObject(Array(zip(names, values))))
        #expect(names.map { object[$0] } == values)
        object.set("m0", to: "first")
        object.set("new", to: "last")
        #expect(object["m0"] == "first" && object.names == names + ["new"])
        #expect(JSONObject(known, values)["m0"] == 0)
    }

    @Test func `members are removed in one pass, and the rest is found`() {
        var object = JSONObject((0..<100).map { ("m\($0)", .integer(Int64($0))) })

        object.removeAll { _, value in (value.integerValue ?? 0).isMultiple(of: 2) }

        #expect(object.count == 50)
        #expect(object["m1"] == 1 && object["m99"] == 99 && object["m2"] == nil)
        object.set("m2", to: 2)
        #expect(object["m2"] == 2 && object.count == 51)
    }

    @Test func `beginnings, ends and parts are found by bytes`() {
        #expect("Bearer x".hasBytePrefix("Bearer ") && !"Bear".hasBytePrefix("Bearer"))
        // To Swift this does not begin with an e: the mark belongs to it.
        #expect("e\u{301}".hasBytePrefix("e") && "e\u{301}".hasByteSuffix("\u{301}"))
        #expect("a//b".containsBytes(of: "//") && !"a/b/".containsBytes(of: "//") && "a".containsBytes(of: ""))
        #expect(!"/".containsBytes(of: "//"))
    }

    @Test func `only ASCII letters have cases`() {
        #expect("Bearer \u{C9}".lowercasedASCII() == "bearer \u{C9}")
        #expect("BEARER".matchesIgnoringASCIICase("bearer") && !"bearer1".matchesIgnoringASCIICase("bearer"))
        // The bytes of these differ in the bit that distinguishes the cases of letters.
        #expect(
            !"@".matchesIgnoringASCIICase("`") && !"[".matchesIgnoringASCIICase("{")
                && !"\r".matchesIgnoringASCIICase("-")
        )
        #expect(!"\u{212A}".matchesIgnoringASCIICase("k"))
    }

    @Test func `a text is split at the bytes of a separator`() {
        #expect("a,b,,c".splitBytes(at: ",") == ["a", "b", "", "c"])
        #expect("a,b,,c".splitBytes(at: ",", keepingEmpty: false) == ["a", "b", "c"])
        #expect("a,b,c".splitBytes(at: ",", maximumSplits: 1) == ["a", "b,c"])
        #expect("a,\u{301}b".splitBytes(at: ",").map { Array($0.utf8) } == [Array("a".utf8), Array("\u{301}b".utf8)])
        #expect(" \ta b\t ".trimmingBlanks() == "a b" && " ".trimmingBlanks().isEmpty)
    }
}
