import StrictJSON

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

    /// Returns what is kept of a text that names one user, device or session; nil when it does not tell them from others:
    /// of every phone number, `[phone]` is kept, and of an address its network.
    public func identifier(_ text: String) -> String? {
        let identifier = scrub(text)
        func has(_ parts: [String]) -> Bool { parts.contains { identifier.containsBytes(of: $0) } }
        guard !has(["[phone]", "[card]", "[secret]", "[name]"]) else { return nil }
        let isKeyed = has(["[email:", "[token:"])
        return isKeyed || !has([".0/24", "::/48"]) ? identifier : nil
    }

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

/// An event without tokens, passwords and personal data in its texts. Only `Scrubber.scrub(_:)` can make one.
public struct ScrubbedEvent: Sendable, Hashable {
    public private(set) var content: EventContent
    /// See `DecodedEvent.hasOwnTime`.
    public let hasOwnTime: Bool
    public let category: ItemCategory
    /// What was added to the client's clock to get `content.occurredAt`; zero when its clock was right.
    public private(set) var clockCorrection = Duration.zero

    fileprivate init(_ content: EventContent, of event: borrowing DecodedEvent) {
        self.content = content
        hasOwnTime = event.hasOwnTime
        category = event.category
    }

    /// Adds a correction to the time of the event.
    public mutating func correctClock(by correction: Duration) {
        content.occurredAt = content.occurredAt + correction
        clockCorrection = clockCorrection + correction
    }
}

extension Scrubber {
    /// Scrubs every text of an event, including the names of its attributes.
    public func scrub(_ event: consuming DecodedEvent) -> ScrubbedEvent {
        scrub(&event.content)
        return ScrubbedEvent(event.content, of: event)
    }

    /// Scrubs every text as the table of its dimensions and `EventTextField` say.
    func scrub(_ content: inout EventContent) {
        for (dimension, scrubbing) in EventDimension.scrubbed {
            guard let text = content.texts[dimension] else { continue }
            content.texts[dimension] = scrub(text, by: scrubbing)
        }
        content.error = content.error.map(scrub)
        let bound = BoundValues(content.attributes)
        let isServer = content.source == .server
        content.attributes = content.attributes.map { attribute in
            let name =
                isServer && Self.isOwn(attribute.name)
                ? nil : SecretName(attribute: attribute.name) ?? bound.name(of: attribute)
            return EventAttribute(scrub(name: attribute.name), scrubbed(attribute.value, of: name))
        }
    }

    /// Names under `auth.` are this server's own in its own events. Clients have secrets there too.
    private static func isOwn(_ name: String) -> Bool { name.utf8.starts(with: "auth.".utf8) }

    private func scrub(_ error: EventError) -> EventError {
        let message = error.message.map { scrub($0, .errorMessage) }
        return EventError(
            domain: scrub(error.domain, .errorDomain),
            code: scrub(code: error.code, from: error.message, as: message),
            message: message,
            chain: error.chain.map { cause in
                let message = cause.message.map { scrub($0, .errorMessage) }
                return EventError.Cause(
                    domain: scrub(cause.domain, .errorDomain),
                    code: scrub(code: cause.code, from: cause.message, as: message),
                    message: message
                )
            }
        )
    }

    /// A decoder can take the code of an error from its message: "Your code: 839201". What is removed there goes here too.
    private func scrub(code: String, from message: String?, as scrubbed: String?) -> String {
        guard code.utf8.count > 3, let message, let scrubbed,
            message.containsBytes(of: code), !scrubbed.containsBytes(of: code)
        else { return scrub(code, .errorCode) }
        return "[secret]"
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

    private func scrubbed(_ value: EventAttribute.Value, of name: SecretName?) -> EventAttribute.Value {
        switch (EventTextField.attributeValue.scrubbing, value) {
        case (.namedValue, _): scrub(value, of: name)
        case (let scrubbing, .text(let text)): .text(scrub(text, by: scrubbing))
        case (_, _): value
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
}

/// The values of flattened objects and pairs whose names are values too: `form.0.name` is *password*, and `form.0.value` what
/// was typed.
private struct BoundValues {
    /// The names of secrets, by the path of the object that has them.
    private var names: [[UInt8]: SecretName] = [:]

    init(_ attributes: [EventAttribute]) {
        for attribute in attributes {
            guard case .text(let text) = attribute.value, text.utf8.count <= EventLimits.dimensionBytes,
                let (object, member) = Self.parts(attribute.name), Markup.names(member),
                let name = SecretName(attribute: text), name.isCredential, name.certainty != .ifOpaque
            else { continue }
            names[Array(object)] = name
        }
    }

    /// The name that another attribute gives to this one, or to the object that it is a part of.
    func name(of attribute: EventAttribute) -> SecretName? {
        guard !names.isEmpty else { return nil }
        var path = Array(attribute.name.utf8)[...]
        for _ in 0..<EventLimits.depth {
            guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            if let name = names[Array(path[..<dot])] {
                return SecretName.members[lettersAndDigitsOf: path[(dot + 1)...]] == nil ? nil : name
            }
            path = path[..<dot]
        }
        return nil
    }

    private static func parts(_ name: String) -> (object: ArraySlice<UInt8>, member: ArraySlice<UInt8>)? {
        let bytes = Array(name.utf8)
        return bytes.lastIndex(of: UInt8(ascii: ".")).map { (bytes[..<$0], bytes[($0 + 1)...]) }
    }
}
