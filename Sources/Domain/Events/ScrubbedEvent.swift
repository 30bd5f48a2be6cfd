import StrictJSON

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
