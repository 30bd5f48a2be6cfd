import Domain
import Foundation
import Testing
import UseCases

@Suite struct MailTextTests {
    private let address = EmailAddress("ada@example.com")!  // A constant that is one.
    private let sender = MailSender("Acme <no-reply@acme.example>")!  // A constant that is one.

    private func text(name: String? = nil, subject: String = "Hello", body: String = "Hello,\n\nread this.\n") -> String
    {
        MailText(
            MailMessage(to: address, toName: name, subject: subject, text: body),
            from: sender,
            at: Timestamp(milliseconds: 1_795_251_600_000),
            id: "abc"
        ).text
    }

    private func header(_ text: String) -> [Substring] {
        text.prefix(upTo: text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex).split(separator: "\n")
    }

    @Test func `a plain message is written as RFC 5322 asks`() {
        let lines = header(text(name: "Ada Lovelace"))

        #expect(lines.contains("From: Acme <no-reply@acme.example>"))
        #expect(lines.contains("To: Ada Lovelace <ada@example.com>"))
        #expect(lines.contains("Subject: Hello"))
        #expect(lines.contains("Date: Sat, 21 Nov 2026 09:00:00 +0000"))
        #expect(lines.contains("Message-ID: <abc@acme.example>"))
        #expect(lines.contains("Auto-Submitted: auto-generated"))
    }

    @Test(arguments: [
        "Ada\r\nBcc: all@example.com", "Ada\nBcc: all@example.com", "Ada\rBcc: all@example.com",
        "Ada\u{2028}Bcc: all@example.com",
        "Ada\u{85}Bcc: all@example.com", "Ada\0Bcc: all@example.com", "Ada>, <all@example.com",
        "\"Ada\" <all@example.com>, x",
        "all@example.com,",
        "=?utf-8?Q?Ada=0ABcc:_all=40example.com?=", String(repeating: "é", count: 400), "Ada; all@example.com",
        "(Ada) \\",
    ])
    func `no name and no subject can add a field or a recipient`(hostile: String) throws {
        for text in [text(name: hostile), text(subject: hostile)] {
            let lines = header(text)

            #expect(!text.contains("\r") && !text.contains("\0"))
            #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
            let names = lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(
                names == [
                    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
                    "Content-Transfer-Encoding",
                ]
            )
            let to = lines.drop { !$0.hasPrefix("To:") }.prefix { !$0.hasPrefix("Subject:") }.joined()
            #expect(to.count { $0 == "@" } == 1 && !to.contains(",") && to.contains("ada@example.com"))
        }
    }

    @Test func `an encoded name is the name again`() throws {
        let lines = header(text(name: "Zoë d’Arc"))
        let place = try #require(lines.firstIndex { $0.hasPrefix("To:") })
        let word = try #require(lines[place].firstMatch(of: /=\?utf-8\?B\?([^?]+)\?=/))

        #expect(Data(base64Encoded: String(word.output.1)).map { String(decoding: $0, as: UTF8.self) } == "Zoë d’Arc")
        #expect(lines[place + 1] == " <ada@example.com>")
    }

    /// The text of all encoded words of a field, which readers join without the breaks between them (RFC 2047 §6.2).
    private func decoded(_ field: String, of lines: [Substring]) throws -> String {
        let place = try #require(lines.firstIndex { $0.hasPrefix("\(field): ") })
        let folded = lines[(place + 1)...].prefix { $0.hasPrefix(" ") }
        let words = ([lines[place]] + folded).flatMap { $0.matches(of: #/=\?utf-8\?B\?([^?]+)\?=/#) }
        return words.map { word in
            // Each word is decoded alone, so a character that two words share is lost.
            Data(base64Encoded: String(word.output.1)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }.joined()
    }

    @Test(arguments: [
        "Confirmez votre adresse e-mail pour l’application Bäckerei Müller", "日本語の件名です",
        String(repeating: "é😀", count: 60), "=?utf-8?Q?x?=",
    ])
    func `an encoded subject is the subject again, in lines of at most 76 characters`(subject: String) throws {
        let lines = header(text(subject: subject))

        #expect(try decoded("Subject", of: lines) == subject)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test func `a host in another script is written with A-labels, so the header and the envelope are ASCII`() throws {
        let sender = try #require(MailSender("Bäckerei <brot@Müller-Brot.example>"))
        let address = try #require(EmailAddress("zoe@müller-brot.example"))
        let text = MailText(
            MailMessage(to: address, toName: "Zoë", subject: "Grüße", text: "Hello.\n"),
            from: sender,
            at: Timestamp(milliseconds: 1_795_251_600_000),
            id: "abc"
        ).text

        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        let lines = header(text)
        #expect(lines.contains(" <zoe@xn--mller-brot-9db.example>"))
        #expect(lines.contains(" <brot@xn--mller-brot-9db.example>"))
        #expect(lines.contains("Message-ID: <abc@xn--mller-brot-9db.example>"))
        #expect(try decoded("To", of: lines) == "Zoë" && decoded("Subject", of: lines) == "Grüße")
    }

    @Test(arguments: ["می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧"])
    func `joiners that are spelling stay in an encoded name`(name: String) throws {
        #expect(try decoded("To", of: header(text(name: name))) == name)
    }

    @Test func `the name of the sender is encoded too`() throws {
        let sender = try #require(MailSender("Bäckerei Müller <no-reply@acme.example>"))
        let lines = header(
            MailText(
                MailMessage(to: address, subject: "Hello", text: "Hello.\n"),
                from: sender,
                at: Timestamp(milliseconds: 1_795_251_600_000),
                id: "abc"
            ).text
        )

        #expect(try decoded("From", of: lines) == "Bäckerei Müller")
        #expect(lines.contains(" <no-reply@acme.example>"))
    }

    @Test func `a body is short lines of ASCII, and no line is one dot or begins with From`() {
        let body = text(body: "Où ?\n.\nFrom here\n" + String(repeating: "é = long ", count: 50) + "\ntrailing \n")
            .split(
                separator: "\n\n",
                maxSplits: 1
            )[1]
        let lines = body.split(separator: "\n")

        #expect(
            lines.allSatisfy {
                $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !$0.hasSuffix(" ")
            }
        )
        #expect(!lines.contains(".") && !lines.contains { $0.hasPrefix("From ") })
        #expect(lines.first == "O=C3=B9 ?")
    }

    @Test(arguments: [
        "", "Acme", "Acme <x>", "Acme <no-reply@acme.example", "A\u{200B}cme <no-reply@acme.example>", "<>",
    ])
    func `what is no sender is refused`(text: String) {
        #expect(MailSender(text) == nil)
    }
}
