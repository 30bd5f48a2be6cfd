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
    public init(pseudonym: @escaping @Sendable (String) -> String) {
        self.pseudonym = pseudonym
    }

    public func scrub(_ text: String) -> String {
        scrub(text, keepingVersions: false)
    }

    /// Scrubs the version or the build of an app: numbers between dots are no network address there.
    public func scrub(version text: String) -> String {
        scrub(text, keepingVersions: true)
    }

    /// Scrubs every text as the table of its dimensions and `EventTextField` say.
    func scrub(_ content: inout EventContent) {
        for (dimension, scrubbing) in EventDimension.scrubbed {
            guard let text = content.texts[dimension] else { continue }
            content.texts[dimension] = scrub(text, by: scrubbing)
        }
        content.error = content.error.map(scrub)
        content.attributes = content.attributes.map(scrub)
    }

    private func scrub(_ error: EventError) -> EventError {
        EventError(
            domain: scrub(error.domain, .errorDomain),
            code: scrub(error.code, .errorCode),
            message: error.message.map { scrub($0, .errorMessage) },
            chain: error.chain.map { cause in
                EventError.Cause(
                    domain: scrub(cause.domain, .errorDomain),
                    code: scrub(cause.code, .errorCode),
                    message: cause.message.map { scrub($0, .errorMessage) }
                )
            }
        )
    }

    private func scrub(_ attribute: EventAttribute) -> EventAttribute {
        EventAttribute(scrub(name: attribute.name), scrubbedValue(of: attribute))
    }

    /// Scrubs the whole name, then what follows each point before a number: in `recent.0612345678`, which was flattened,
    /// a member is named by a phone number.
    private func scrub(name: String) -> String {
        let name = scrub(name, .attributeName)
        let bytes = Array(name.utf8)
        let point = bytes.indices.first { place in
            bytes[place] == UInt8(ascii: ".") && ByteKind.isLetter(bytes.at(place - 1))
                && ByteKind.isDigit(bytes.at(place + 1))
        }
        guard let point else { return name }
        let rest = String(decoding: bytes[(point + 1)...], as: UTF8.self)
        return String(decoding: bytes[...point], as: UTF8.self) + scrub(rest, .attributeName)
    }

    private func scrubbedValue(of attribute: EventAttribute) -> EventAttribute.Value {
        switch (EventTextField.attributeValue.scrubbing, attribute.value) {
        case (.namedValue, let value): scrub(value, of: SecretName(attribute: attribute.name))
        case (let scrubbing, .text(let text)): .text(scrub(text, by: scrubbing))
        case (_, let value): value
        }
    }

    private func scrub(_ text: String, _ field: EventTextField) -> String { scrub(text, by: field.scrubbing) }

    private func scrub(_ text: String, by scrubbing: EventScrubbing) -> String {
        switch scrubbing {
        case .none: text
        case .text, .namedValue: scrub(text, keepingVersions: false)
        case .version: scrub(text, keepingVersions: true)
        }
    }

    private func scrub(_ value: EventAttribute.Value, of name: SecretName?) -> EventAttribute.Value {
        switch (value, name) {
        case (.truth, _): value
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

    private func scrub(_ text: String, keepingVersions: Bool) -> String {
        var text = text
        let suspicion = text.withUTF8 { Suspicion(of: $0) }
        guard !suspicion.isEmpty else { return text }
        let source = Array(text.utf8)
        let view = DecodedText(source)
        let findings = Findings(in: view, suspicion: suspicion, keepingVersions: keepingVersions)
        guard !findings.isEmpty else { return text }
        return rewritten(source, view: view, findings: findings)
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
        case .personName: "[name]"
        case .network(let prefix): prefix
        }
    }
}
