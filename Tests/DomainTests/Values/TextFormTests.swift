import Domain
import Foundation
import Testing

@Suite struct TextFormTests {
    @Test func `base64url comes back as it was, and has one text for a value`() {
        for length in 0..<50 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        #expect(Base64URL.decode("AB") == nil)
        #expect(Base64URL.decode("AA==") == nil)
        #expect(Base64URL.decode("A") == nil)
        #expect(Base64URL.decode("A+/A") == nil)
    }

    @Test func `a credential is read back only with its own prefix and length`() throws {
        let tenant = Tenant.ID(UUID())
        let key = Credential(.ingestKey, tenant: tenant, random: Array(repeating: 5, count: 32))

        #expect(Credential(key.text, .ingestKey) == key)
        #expect(Credential(key.text, .ingestKey)?.tenant == tenant)
        #expect(Credential(key.text, .secretKey) == nil)
        #expect(Credential(key.text + "A", .ingestKey) == nil)
        #expect(Credential(String(key.text.dropLast()), .ingestKey) == nil)
        #expect("\(key)" == key.hint && !"\(key)".contains(key.text.dropFirst(10)))
    }

    @Test func `an id is 36 characters in either case and nothing else`() {
        let id = User.ID(UUID())

        #expect(User.ID(id.description) == id)
        #expect(User.ID(id.description.uppercased()) == id)
        #expect(id.description == id.uuid.uuidString.lowercased())
        for text in ["", "x", "{\(id)}", "\(id) ", id.description.replacing("-", with: "")] {
            #expect(User.ID(text) == nil)
        }
    }

    @Test(arguments: [
        "0x1b1b1b-1b1b-7b1b-8b1b-1b1b1b1b1b1b", " 11b1b1b-1b1b-7b1b-8b1b-1b1b1b1b1b1b",
        "+11b1b1b-1b1b-7b1b-8b1b-1b1b1b1b1b1b",
        "1b1b1b1b11b1b-7b1b-8b1b-1b1b1b1b1b1b-", "1b1b1b1b-1b1b-7b1b-8b1b-1b1b1b1b1b1g",
        "1b1b1b1b-1b1b-7b1b-8b1b-1b1b1b1b1bé",
        "------------------------------------", "1b1b1b1b--b1b-7b1b-8b1b-1b1b1b1b1b1b",
    ])
    func `an id has no second spelling`(text: String) {
        #expect(User.ID(text) == nil)
    }

    @Test func `ids made later sort later`() {
        let early = UUID.version7(at: Timestamp(milliseconds: 1000), random: (.max, .max))
        let late = UUID.version7(at: Timestamp(milliseconds: 1001), random: (0, 0))

        #expect(User.ID(early) < User.ID(late))
        #expect(early.bytes[6] >> 4 == 7 && early.bytes[8] >> 6 == 2)
    }

    @Test func `a cursor is opaque, and read back only whole`() {
        let cursor = Cursor(direction: .backward, key: "lovelace ada", id: Array(0..<16))

        #expect(Cursor(text: cursor.text) == cursor)
        #expect(Cursor(text: "") == nil)
        #expect(Cursor(text: "////") == nil)
        #expect(Cursor(text: String(repeating: "A", count: 2000)) == nil)
        #expect(Cursor(text: Base64URL.encode([0, 200, 1])) == nil)
    }

    @Test func `what a reader cannot see is written out`() {
        #expect(VisibleText.escaped("a\u{202E}b\u{0}c\u{200B}") == "a\\u{202E}b\\u{0}c\\u{200B}")
    }

    @Test(arguments: [
        ("", ""), ("one", "one"), ("one\r\ntwo\nthree\r\n", "one\ntwo\nthree\n"), ("\r\n\r\n", "\n\n"),
        ("a\r", "a\\u{D}"),
        ("a\rb\r\r\n\u{202E}c", "a\\u{D}b\\u{D}\n\\u{202E}c"), ("e\u{301}\r\né", "e\u{301}\né"),
    ])
    func `the lines of a browser stay lines, and what is hidden in them is written out`(text: String, shown: String) {
        #expect(Array(VisibleText.escapedLines(text).utf8) == Array(shown.utf8))
    }
}
