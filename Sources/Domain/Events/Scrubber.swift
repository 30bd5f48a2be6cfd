/// Removes tokens, passwords, codes, email addresses, phone and card numbers from clients' events, before they are
/// queued for disk.
///
/// It judges by the shape of values. Words such as *token* or *password* occur in this server's own codes
/// (`token_endpoint`, `apple.token.invalid_grant`), so a text is never dropped for a word in it. Names count only where
/// a value is bound to one: an attribute, `name=value`, `"name": "value"`, a query. Escapes of URLs and of JSON are
/// decoded, some levels deep. Every step is linear in the length of the text, and most texts pass after one scan.
/// Its replacements stay as they are when a text is scrubbed again.
///
/// It replaces each value with `[email:1f2e3d4c]`, `[token:…]`, `[phone]`, `[card]`, `[secret]` or `[name]`. Network
/// addresses lose their last part: IPv4 is kept to /24, IPv6 to /48. Trace ids (32 hexadecimal digits) and UUIDs stay.
public struct Scrubber: Sendable {
    private let pseudonym: @Sendable (String) -> String

    /// - Parameter pseudonym: Returns the eight hexadecimal digits by which two records can be matched: a keyed hash,
    ///   so that the value cannot be found by trying.
    public init(pseudonym: @escaping @Sendable (String) -> String) { self.pseudonym = pseudonym }

    public func scrub(_ text: String) -> String { scrub(text, keepingVersions: false) }

    /// Scrubs the version or the build of an app: numbers between dots are no network address there.
    public func scrub(version text: String) -> String { scrub(text, keepingVersions: true) }

    func scrub(_ value: EventAttribute.Value, of name: SecretName?) -> EventAttribute.Value {
        switch (value, name) {
        case (.bool, _): value
        case (.text(let text), nil): .text(scrub(text))
        case (.integer, nil), (.number, nil): scrub(numeric: value)
        case (.text(let text), let name?):
            name.isSecret(text) ? .text(replacement(name.kind, of: text)) : .text(scrub(text))
        case (.integer(let number), let name?):
            name.isSecret("\(number)") ? .text(replacement(name.kind, of: "\(number)")) : scrub(numeric: value)
        case (.number, .some(let name)): .text(replacement(name.kind, of: ""))
        }
    }

    /// A card number may be sent as a number.
    private func scrub(numeric value: EventAttribute.Value) -> EventAttribute.Value {
        guard case .integer(let number) = value, number > 999_999_999_999 else { return value }
        let text = "\(number)"
        let scrubbed = scrub(text)
        return scrubbed == text ? value : .text(scrubbed)
    }

    func scrub(_ text: String, keepingVersions: Bool) -> String {
        var text = text
        let suspicion = text.withUTF8 { Self.isUUID($0) ? [] : Suspicion(of: $0) }
        guard !suspicion.isEmpty else { return text }
        let source = Array(text.utf8)
        let view = DecodedText(source, hasEscapes: suspicion.contains(.escape))
        let findings = Findings(in: view, suspicion: suspicion, keepingVersions: keepingVersions)
        guard !findings.isEmpty else { return text }
        return rewritten(source, view: view, findings: findings)
    }

    /// Most long texts of events are UUIDs: of users, devices, sessions.
    private static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { place in
            switch place {
            case 8, 13, 18, 23: bytes[place] == UInt8(ascii: "-")
            default: ByteKind.isHexadecimal(bytes[place])
            }
        }
    }

    private func rewritten(_ source: [UInt8], view: DecodedText, findings: Findings) -> String {
        var output = [UInt8]()
        output.reserveCapacity(source.count)
        var copied = 0
        for finding in findings.merged {
            let range = view.sourceRange(of: finding.range)
            output.append(contentsOf: source[copied..<range.lowerBound])
            output.append(contentsOf: replacement(finding.kind, of: view.text(of: finding.range)).utf8)
            copied = range.upperBound
        }
        output.append(contentsOf: source[copied...])
        return String(decoding: output, as: UTF8.self)
    }

    private func replacement(_ kind: Finding.Kind, of text: String) -> String {
        switch kind {
        case .email: "[email:\(pseudonym(text.lowercased()))]"
        case .token: "[token:\(pseudonym(text))]"
        case .phone: "[phone]"
        case .card: "[card]"
        case .secret: "[secret]"
        case .fullName: "[name]"
        case .network(let prefix): prefix
        }
    }
}
