import Domain
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("Ada@Example.COM", "ada@example.com"), (" ada+test@mail.example ", "ada+test@mail.example"),
        ("o'brien@example.ie", "o'brien@example.ie"),
        ("jürgen@müller.example", "jürgen@müller.example"), ("a@b.co", "a@b.co"),
    ])
    func `an address is kept in one form`(text: String, address: String) {
        #expect(EmailAddress(text)?.description == address)
    }

    @Test func `addresses that are canonically the same are the same bytes, also where only small letters compose`()
        throws
    {
        let capital = try #require(EmailAddress("\u{386}\u{345}@example.com"))
        let small = try #require(EmailAddress("\u{1FB4}@example.com"))

        #expect(Array(capital.description.utf8) == Array(small.description.utf8))
    }

    @Test(arguments: [
        "", "ada", "@example.com", "ada@", "ada@@example.com", "ada@example", "a b@example.com", "ada@exa mple.com",
        "ada@-x.com",
        ".ada@example.com", "a..b@example.com", "ada@example..com", "\"ada\"@example.com",
        "ada@example.com\nbcc: eve@example.com",
        "ada\u{0}@example.com", "ada\u{202E}@example.com", "<ada@example.com>",
        String(repeating: "a", count: 65) + "@example.com",
        "a@" + String(repeating: "b.", count: 130) + "com",
    ])
    func `what cannot be an address is refused`(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func `the audit shows the host and one letter`() {
        #expect(EmailAddress("ada@example.com")?.masked == "a…@example.com")
    }
}

@Suite struct PasswordRulesTests {
    @Test(arguments: [
        ("short", FieldProblem.Rule.tooShort(minimum: 8)), ("Password1", .commonPassword),
        ("aaaaaaaa", .commonPassword),
        ("abababab", .commonPassword), ("ada@example.com", .commonPassword),
        (String(repeating: "x1y", count: 100), .tooLong(maximum: 256)),
    ])
    func `a weak password is refused with its reason`(password: String, rule: FieldProblem.Rule) {
        #expect(throws: rule) { try PasswordRules.check(password, about: ["ada@example.com"]) }
    }

    @Test func `length is enough`() throws {
        try PasswordRules.check("correct horse battery")
        try PasswordRules.check("pässwörter sind länger")
    }

    @Test func `what is far too long takes little processor time, because it is refused before it is composed`() {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)

        let took = processorTime { #expect(EmailAddress("a\(marks)@example.com") == nil) }

        // Composed first it takes a minute.
        #expect(took < .seconds(5))
    }
}
