import Foundation

/// A client's record of one step of an attempt, decoded from any wire format, before it is scrubbed and stored.
///
/// Every text is already bounded by the decoder (`EventLimits`); all of it is untrusted.
public struct IncomingEvent: Sendable, Hashable {
    /// The client's own id of the event; it identifies a repeated delivery.
    public var id: Event.ID
    /// The time of the event by the client's clock.
    public var occurredAt: Timestamp
    public var source: EventSource
    public var stage: Stage
    public var outcome: Outcome
    /// The event's name, as the client sent it: `auth.attempt.token_exchange`, say.
    public var name: String?
    /// The sign-in method: `apple`, `password`.
    public var provider: String?
    public var error: EventError?
    /// The W3C trace id of the attempt, 16 bytes.
    public var attempt: TraceID?
    public var appVersion: String?
    public var environment: String?
    public var platform: String?
    public var osVersion: String?
    public var deviceModel: String?
    /// The client's id of the user; a Gatehouse id when it parses as one.
    public var user: String?
    /// The Gatehouse session, or the client's id of one.
    public var session: String?
    /// `wifi`, `cellular`, `offline`, …
    public var network: String?
    /// All other attributes, flattened to dotted names; sorted by name.
    public var attributes: [EventAttribute]
    /// Whether `occurredAt` is from the client; false when it is the time of the delivery, which changes when the
    /// delivery is repeated.
    public var hasOwnTime: Bool

    public init(
        id: Event.ID,
        occurredAt: Timestamp,
        source: EventSource = .client,
        stage: Stage,
        outcome: Outcome,
        name: String? = nil,
        provider: String? = nil,
        error: EventError? = nil,
        attempt: TraceID? = nil,
        appVersion: String? = nil,
        environment: String? = nil,
        platform: String? = nil,
        osVersion: String? = nil,
        deviceModel: String? = nil,
        user: String? = nil,
        session: String? = nil,
        network: String? = nil,
        attributes: [EventAttribute] = [],
        hasOwnTime: Bool = true
    ) {
        self.id = id
        self.occurredAt = occurredAt
        self.source = source
        self.stage = stage
        self.outcome = outcome
        self.name = name
        self.provider = provider
        self.error = error
        self.attempt = attempt
        self.appVersion = appVersion
        self.environment = environment
        self.platform = platform
        self.osVersion = osVersion
        self.deviceModel = deviceModel
        self.user = user
        self.session = session
        self.network = network
        self.attributes = attributes
        self.hasOwnTime = hasOwnTime
    }
}

/// An error as the client saw it: the outermost one, and the chain of its underlying errors.
public struct EventError: Sendable, Hashable {
    /// `NSOSStatusErrorDomain`, a type's name, …
    public var domain: String
    /// The domain's number or word for it: `-25308`, `invalid_grant`.
    public var code: String
    public var message: String?
    /// The underlying errors, outermost first, without the error itself.
    public var chain: [Cause]

    public struct Cause: Sendable, Hashable {
        public var domain: String
        public var code: String
        public var message: String?

        public init(domain: String, code: String, message: String? = nil) {
            self.domain = domain
            self.code = code
            self.message = message
        }
    }

    public init(domain: String, code: String, message: String? = nil, chain: [Cause] = []) {
        self.domain = domain
        self.code = code
        self.message = message
        self.chain = chain
    }
}

/// A name and value without a field of its own.
public struct EventAttribute: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case truth(Bool)
    }

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

/// The id of an attempt: a W3C trace id (Trace Context §3.2.2.3), 16 bytes that are not all zero.
public struct TraceID: Hashable, Sendable, LosslessStringConvertible {
    public let bytes: [UInt8]

    /// - Returns: nil unless there are 16 bytes, one of them not zero.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// Parses 32 hexadecimal digits in either case; hyphens of a UUID are tolerated.
    public init?(_ text: String) {
        guard let bytes = Hexadecimal.decode(text.utf8.filter { $0 != UInt8(ascii: "-") }) else { return nil }
        self.init(bytes: bytes)
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.encode(bytes) }
}

/// The limits of one event. A longer text is cut; further attributes are left out and counted in `gatehouse.dropped`.
public enum EventLimits {
    public static let batchItems = 1000
    public static let eventBytes = 200 * 1024
    public static let compressedBytes = 1024 * 1024
    public static let decompressedBytes = 8 * 1024 * 1024
    public static let depth = 32
    public static let attributes = 128
    /// The size of one text, in UTF-8 bytes.
    public static let textBytes = 8 * 1024
    /// The size of each value of a shape (app version, device model, …), in UTF-8 bytes.
    public static let shapeTextBytes = 128
    public static let messageBytes = 2048
    public static let chainLength = 16
}
