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
