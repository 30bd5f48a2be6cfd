import StrictJSON

/// The party whose step an event tells of.
public enum TimelineLane: String, Sendable, CaseIterable, Hashable {
    case phone, gatehouse, apple
    /// The tenant's own back end, which reports with an ingest key as an app does.
    case backend

    public init(of event: EventContent) {
        switch event.source {
        case .server:
            let isAboutApple = event.stage == .appleVerify || event[.name]?.hasBytePrefix("apple.") == true
            self = isAboutApple ? .apple : .gatehouse
        case .client: self = event.isOfBackend ? .backend : .phone
        }
    }
}

extension EventContent {
    /// Resource attributes that servers have and phones do not (OpenTelemetry semantic conventions).
    private static let attributesOfServers = [
        "cloud.provider", "cloud.region", "container.id", "faas.name", "host.id", "host.name", "k8s.pod.name",
    ]

    /// Whether a back end reported it: it says so itself, or it names a machine and no device.
    fileprivate var isOfBackend: Bool {
        if text(ofAttribute: "auth.side").map({ $0.hasSameBytes(as: "backend") }) == true { return true }
        guard self[.deviceModel] == nil, self[.installation] == nil else { return false }
        return attributes.contains { attribute in
            Self.attributesOfServers.contains { attribute.name.hasSameBytes(as: $0) }
        }
    }

    func text(ofAttribute name: String) -> String? {
        for attribute in attributes where attribute.name.hasSameBytes(as: name) {
            if case .text(let text) = attribute.value { return text }
        }
        return nil
    }

    func integer(ofAttribute name: String) -> Int64? {
        for attribute in attributes where attribute.name.hasSameBytes(as: name) {
            if case .integer(let number) = attribute.value { return number }
        }
        return nil
    }

    /// The id of the request to this server that the event is about.
    public var requestID: String? {
        text(ofAttribute: "request.id") ?? text(ofAttribute: "http.response.header.x-request-id")
    }

    /// The attempt, unless it is one of the request's own, because the client named none.
    public var namedAttempt: TraceID? {
        source == .server && attempt == requestID.flatMap { TraceID(ofRequest: $0) } ? nil : attempt
    }
}
