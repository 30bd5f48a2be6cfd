import Domain
import Foundation

/// A message in its wire form (RFC 5322, RFC 2045), with line feeds, which the transport converts to CR LF.
///
/// No user's text can begin a line of the header: a name or a subject with anything but plain characters is written as
/// encoded words (RFC 2047), and an address has no such characters. The host of an address is written with A-labels, so
/// the header is ASCII, unless the part before `@` is not: such a mailbox is reached by SMTPUTF8 alone (RFC 6531).
public struct MailText: Sendable {
    let message: MailMessage
    let sender: MailSender
    let date: Timestamp
    /// A unique id, without the host.
    let id: String

    public init(_ message: MailMessage, from sender: MailSender, at date: Timestamp, id: String) {
        self.message = message
        self.sender = sender
        self.date = date
        self.id = id
    }

    public var text: String {
        let host = sender.address.description.split(separator: "@").last.map(String.init) ?? "localhost"
        let fields = [
            ("From", Self.mailbox(sender.name, sender.address)), ("To", Self.mailbox(message.toName, message.to)),
            ("Subject", Self.unstructured(message.subject)), ("Date", Self.date(date)),
            ("Message-ID", "<\(id)@\(host)>"),
            // This header keeps machines from answering (RFC 3834 §5).
            ("Auto-Submitted", "auto-generated"), ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ]
        return fields.map { "\($0): \($1)\n" }.joined() + "\n" + Self.quotedPrintable(message.text)
    }

    private static func mailbox(_ name: String?, _ address: EmailAddress) -> String {
        guard let name, !name.isEmpty else { return address.description }
        let phrase = phrase(name)
        return phrase == name ? "\(name) <\(address)>" : "\(phrase)\n <\(address)>"
    }

    /// A name before an address: words of letters and digits, or encoded.
    static func phrase(_ name: String) -> String {
        let isPlain = name.utf8.count <= 60 && name.utf8.allSatisfy { isWord($0) || $0 == 0x20 }
        return isPlain ? name : encodedWords(name)
    }

    /// The text of a subject.
    static func unstructured(_ text: String) -> String {
        let isPlain =
            text.utf8.count <= 60 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        return isPlain ? text : encodedWords(text)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
    }

    /// At most 36 bytes a word make 48 of base64 and 60 in all; no character is split, and a line has one word.
    private static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        // A line break is removed from a name, because mail readers treat it differently.
        for scalar in VisibleText.replacingHidden(in: text, { _ in " " }).unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 36 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    /// RFC 2045 §6.7: lines of at most 76 characters, spaces at their ends written out.
    static func quotedPrintable(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let bytes = Array(line.utf8)
            var written = ""
            var width = 0
            for (place, byte) in bytes.enumerated() {
                let isLast = place == bytes.count - 1
                let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x20 && !isLast
                // A line of one dot ends a message for some programs, and "From " at its start begins one for others.
                let startsLine = place == 0 || width + 1 > 75
                let isTrap = startsLine && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
                let piece =
                    isPlain && !isTrap ? String(UnicodeScalar(byte)) : "=" + Hexadecimal.encode([byte]).uppercased()
                if width + piece.utf8.count > 75 {
                    written += "=\n"
                    width = 0
                }
                written += piece
                width += piece.utf8.count
            }
            return written
        }.joined(separator: "\n") + (text.hasSuffix("\n") ? "" : "\n")
    }

    /// `Sat, 21 Nov 2026 09:00:00 +0000`
    static func date(_ time: Timestamp) -> String {
        let text = time.rfc3339
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = Int((Double(time.milliseconds) / 86_400_000).rounded(.down))
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return text }
        let weekday = days[((day % 7) + 7) % 7]
        let number = parts[2] < 10 ? "0\(parts[2])" : String(parts[2])
        return "\(weekday), \(number) \(months[parts[1] - 1]) \(parts[0]) \(text.dropFirst(11).prefix(8)) +0000"
    }
}

/// The sender of a message: `Acme <no-reply@acme.example>`, or the address alone.
public struct MailSender: Sendable, Hashable {
    public let name: String?
    public let address: EmailAddress

    public init?(_ text: String) {
        guard let open = text.lastIndex(of: "<") else {
            guard let address = EmailAddress(text) else { return nil }
            (name, self.address) = (nil, address)
            return
        }
        guard text.hasSuffix(">"), let address = EmailAddress(String(text[text.index(after: open)...].dropLast()))
        else { return nil }
        let name = text[..<open].trimmingCharacters(in: CharacterSet(charactersIn: " \""))
        guard !VisibleText.hasHidden(name), name.utf8.count <= 200 else { return nil }
        self.name = name.isEmpty ? nil : name
        self.address = address
    }
}
