import Testing

@testable import Domain

/// Walks the tables of texts: a dimension or a field whose rule lets a secret through fails here.
struct ScrubbingTableTests {
    private static let secrets = [
        "ada@example.com", "gh_ik_0123456789abcdef", "eyJhbGciOiJIUzI1NiJ9", "Bearer abc123", "+33612345678",
        "password=hunter2", "4242 4242 4242 4242",
    ]
    private let scrubber = Scrubber { _ in "00000000" }

    /// An event with one text in every place that takes one.
    private func event(of secret: String) throws -> DecodedEvent {
        var content = EventContent(
            id: try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .ui,
            outcome: .failed,
            error: EventError(
                domain: secret,
                code: secret,
                message: secret,
                chain: [.init(domain: secret, code: secret, message: secret)]
            ),
            attempt: TraceID("0af7651916cd43dd8448eb211c80319c"),
            attributes: [EventAttribute(secret, .text(secret))]
        )
        for dimension in EventDimension.texts { content.texts[dimension] = secret }
        content.duration = .seconds(1)
        return DecodedEvent(content)
    }

    @Test(arguments: EventDimension.texts, secrets)
    func `a secret in a dimension does not survive`(dimension: EventDimension, secret: String) throws {
        let scrubbed = scrubber.scrub(try event(of: secret)).content

        let text = try #require(scrubbed[dimension])
        #expect(!text.contains(secret) && text.contains("["), "\(text)")
    }

    @Test(arguments: EventTextField.allCases, secrets)
    func `a secret in another text does not survive`(field: EventTextField, secret: String) throws {
        let content = scrubber.scrub(try event(of: secret)).content

        let texts = try field.texts(of: content)
        #expect(!texts.isEmpty)
        for text in texts { #expect(!text.contains(secret) && text.contains("["), "\(text)") }
    }

    /// The tables may lack a text that the types have.
    @Test(arguments: secrets) func `no text of an event is beside the tables`(secret: String) throws {
        let event = try event(of: secret)

        let planted = Self.texts(in: event)
        let left = Self.texts(in: scrubber.scrub(event)).filter { $0.text?.contains(secret) == true }

        #expect(planted.filter { $0.text?.contains(secret) != true }.map(\.path) == [])
        #expect(left.map(\.path) == [])
    }

    @Test(arguments: EventDimension.allCases)
    func `only values of a closed set or of the server are not scrubbed`(dimension: EventDimension) {
        #expect((dimension.definition.scrubbing == .none) == !dimension.isText)
    }

    private struct Leaf {
        let path: String
        /// Nil for a text that is absent.
        let text: String?
    }

    /// The texts that a value holds, however deep; the places of dimensions without texts are left out.
    private static func texts(in value: Any, path: String = "") -> [Leaf] {
        switch value {
        case let texts as EventTexts: return EventDimension.texts.map { Leaf(path: "\($0)", text: texts[$0]) }
        case let text as String: return [Leaf(path: path, text: text)]
        case let text as String?: return [Leaf(path: path, text: text)]
        default:
            return Mirror(reflecting: value).children.enumerated().flatMap { place, child in
                texts(in: child.value, path: "\(path).\(child.label ?? "\(place)")")
            }
        }
    }
}

extension EventTextField {
    /// The texts of the field in an event.
    fileprivate func texts(of content: EventContent) throws -> [String] {
        let error = try #require(content.error)
        return switch self {
        case .errorDomain: [error.domain] + error.chain.map(\.domain)
        case .errorCode: [error.code] + error.chain.map(\.code)
        case .errorMessage: [error.message].compactMap(\.self) + error.chain.compactMap(\.message)
        case .attributeName: content.attributes.map(\.name)
        case .attributeValue:
            content.attributes.compactMap { if case .text(let text) = $0.value { text } else { nil } }
        }
    }
}
