/// What an event says, in every state from decoded to stored.
public struct EventContent: Sendable, Hashable {
    /// The client's own id of the event; with the time it identifies a repeated delivery.
    public var id: Event.ID
    /// The time of the event: by the client's clock, until the clock is corrected.
    public var occurredAt: Timestamp
    public var source: EventSource
    public var stage: Stage
    public var outcome: Outcome
    /// The texts of the other dimensions: the provider, the app version, the user and so on.
    public var texts: EventTexts
    public var error: EventError?
    /// The W3C trace id of the attempt, 16 bytes.
    public var attempt: TraceID?
    /// How long the step took, in whole milliseconds: `EventLimits.duration`.
    public var duration: Duration?
    /// All other attributes, flattened to dotted names; sorted by name.
    public var attributes: [EventAttribute]

    public init(
        id: Event.ID,
        occurredAt: Timestamp,
        source: EventSource = .client,
        stage: Stage,
        outcome: Outcome,
        texts: EventTexts = [:],
        error: EventError? = nil,
        attempt: TraceID? = nil,
        duration: Duration? = nil,
        attributes: [EventAttribute] = []
    ) {
        self.id = id
        self.occurredAt = occurredAt
        self.source = source
        self.stage = stage
        self.outcome = outcome
        self.texts = texts
        self.error = error
        self.attempt = attempt
        self.duration = duration
        self.attributes = attributes
    }

    /// The value of a dimension as text; the canonical code is not part of the content.
    public subscript(dimension: EventDimension) -> String? {
        switch dimension {
        case .source: source.rawValue
        case .stage: stage.rawValue
        case .outcome: outcome.rawValue
        case .attempt: attempt?.description
        case .duration: duration.map { "\($0.wholeMilliseconds)" }
        default: texts[dimension]
        }
    }
}

extension EventContent {
    /// The size of the value itself, without its references.
    private static let ownBytes = 600
    private static let attributeBytes = 48
    /// A text that does not fit into its value is allocated separately, with a header.
    private static let textHeaderBytes = 48

    /// An estimate of its memory in bytes.
    public var memoryBytes: Int {
        let ofAttributes = attributes.reduce(0) {
            $0 + Self.attributeBytes + Self.bytes($1.name) + Self.bytes($1.value)
        }
        return Self.ownBytes + EventDimension.texts.reduce(0) { $0 + Self.bytes(texts[$1]) } + ofAttributes
            + (error.map(Self.bytes) ?? 0)
    }

    private static func bytes(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return count + textHeaderBytes
    }

    private static func bytes(_ value: EventAttribute.Value) -> Int {
        if case .text(let text) = value { bytes(text) } else { 0 }
    }

    private static func bytes(_ error: EventError) -> Int {
        let outer = bytes(error.domain) + bytes(error.code) + bytes(error.message)
        return error.chain.reduce(outer) { $0 + attributeBytes + bytes($1.domain) + bytes($1.code) + bytes($1.message) }
    }
}

/// A name and value without a field of its own.
public struct EventAttribute: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case bool(Bool)
    }

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

/// Says whether an event is from the client or from the server.
public enum EventSource: String, Sendable, CaseIterable, Hashable {
    case client, server
}

/// The texts of an event, one for each dimension that has texts of clients.
///
/// They are kept by index: an event is decoded, scrubbed and stored without a look-up by name.
public struct EventTexts: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private static let none = [String?](repeating: nil, count: EventDimension.allCases.count)

    private var values = Self.none

    public init() {}

    public init(dictionaryLiteral elements: (EventDimension, String?)...) {
        for (dimension, text) in elements { self[dimension] = text }
    }

    /// - Precondition: to set a text, the dimension has texts; the others are properties of the event.
    public subscript(dimension: EventDimension) -> String? {
        get { values[dimension.rawValue] }
        set {
            assert(dimension.isText, "\(dimension) is not a text")
            values[dimension.rawValue] = newValue
        }
    }
}
