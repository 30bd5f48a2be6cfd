import Domain
import Measuring
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("Ada@Example.COM", "ada@example.com"), (" ada+test@mail.example ", "ada+test@mail.example"),
        ("o'brien@example.ie", "o'brien@example.ie"),
        ("jürgen@müller.example", "jürgen@xn--mller-kva.example"), ("a@b.co", "a@b.co"),
        ("ada@ex-ample.example", "ada@ex-ample.example"),
    ])
    func `an address is kept in one form`(text: String, address: String) {
        #expect(EmailAddress(text)?.description == address)
    }

    @Test(arguments: [
        ("MÜLLER-Brot.example", "xn--mller-brot-9db.example", "müller-brot.example"),
        ("mu\u{308}ller-brot.example", "xn--mller-brot-9db.example", "müller-brot.example"),
        ("XN--MLLER-BROT-9DB.Example", "xn--mller-brot-9db.example", "müller-brot.example"),
        ("faß.example", "xn--fa-hia.example", "faß.example"), ("fass.example", "fass.example", "fass.example"),
        ("ｅxample。com", "example.com", "example.com"),
        ("نامه\u{200C}ای.example", "xn--mgba3gch31f060k.example", "نامه\u{200C}ای.example"),
    ])
    func `every spelling of a host is stored with A-labels and shown with U-labels`(
        typed: String,
        stored: String,
        shown: String
    ) throws {
        let address = try #require(EmailAddress("Ada@\(typed)"))

        #expect(Array(address.description.utf8) == Array("ada@\(stored)".utf8))
        #expect(Array(address.shown.utf8) == Array("ada@\(shown)".utf8))
        #expect(EmailAddress(address.shown) == address && EmailAddress(address.description) == address)
        #expect(address.masked == "a…@\(shown)")
        #expect(EmailAddress.stored(part: "Ada@\(typed)") == address.description)
        #expect(EmailAddress.stored(part: "@\(shown)") == "@\(stored)")
    }

    @Test(arguments: [
        // A-labels that lead nowhere, or to another spelling of their host.
        "xn--zz--99.example", "xn--a.example", "xn--.example", "xn--example-.example",
        // Joiners out of place, other hidden characters, and what no host has.
        "a\u{200D}b.example", "a\u{200C}b.example", "exam\u{AD}ple.example", "exam\u{200B}ple.example",
        "ex\u{202E}ample.example", "a/b.example", "a%2eb.example", "a:b.example", "ä b.example", "\u{301}a.example",
        "ä..example", "-ä.example", "ä-.example", "ä",
        String(repeating: "ä", count: 64) + ".example",
    ])
    func `a host that has no canonical spelling is refused`(host: String) {
        #expect(EmailAddress("ada@\(host)") == nil)
    }

    @Test(arguments: [("☕.example", "xn--53h.example"), ("a∕b.example", "xn--ab-6bv.example")])
    func `a host with a symbol, which may look like a dot or a slash, is shown with A-labels`(
        typed: String,
        stored: String
    ) {
        #expect(EmailAddress("ada@\(typed)")?.description == "ada@\(stored)")
        #expect(EmailAddress("ada@\(typed)")?.shown == "ada@\(stored)")
        #expect(EmailAddress("ada@\(stored)")?.masked == "a…@\(stored)")
    }

    @Test(arguments: ["ad", "ADA@exam", "müll", "@", "ä@ö@ü"])
    func `a part of an address without a whole host is searched for in lower case`(part: String) {
        #expect(EmailAddress.stored(part: part) == part.lowercased())
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
        // Eight code points in few characters.
        try PasswordRules.check("क्षत्रिय")
    }

    @Test func `what is far too long takes little processor time, because it is refused before it is composed`() {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)

        let took = ProcessorTime.of { #expect(EmailAddress("a\(marks)@example.com") == nil) }

        // Composed first it takes a minute.
        #expect(took < .seconds(5))
    }

    @Test(arguments: ["ü", "文", "a\u{301}", "\u{200D}", "ü.", "xn--"])
    func `the longest host that is looked at takes little processor time`(text: String) {
        let host = String(repeating: text, count: 240 / text.unicodeScalars.count)

        let took = ProcessorTime.of {
            for _ in 0..<100 {
                _ = EmailAddress("ada@\(host).example")
                _ = EmailAddress.stored(part: host)
            }
        }

        #expect(took < .seconds(5))
    }
}
