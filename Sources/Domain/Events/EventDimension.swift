import Foundation

/// A fact about an event that has a name and a place in storage: its stage, its app version, its user.
///
/// This is the one table of dimensions. Decoders, scrubber, stores, queries, facets, filters of the console and the API,
/// and the API description walk it. To add a dimension, add a case and its row here, a migration with its column, and
/// its label.
public enum EventDimension: Int, CaseIterable, Sendable {
    case source, stage, outcome, code, name, provider, appVersion, environment, platform, osVersion, deviceModel, user,
        session, network, attempt, build, appState, installation, duration

    /// The row of the table.
    fileprivate var row: Definition {
        switch self {
        case .source:
            Definition(
                "source",
                values: .choice(EventSource.self),
                storage: .shape("source", place: 0),
                filter: .everywhere("Only the client's half, or only the server's."),
                isFacet: true
            )
        case .stage:
            Definition(
                "stage",
                wireNames: WireNames(native: ["stage"], otlp: ["auth.stage"]),
                values: .choice(Stage.self),
                storage: .shape("stage", place: 1),
                filter: .everywhere("Only this stage of an attempt."),
                isFacet: true
            )
        case .outcome:
            Definition(
                "outcome",
                wireNames: WireNames(native: ["outcome"], otlp: ["auth.outcome"]),
                values: .choice(Outcome.self),
                storage: .shape("outcome", place: 2),
                filter: .everywhere("Only what ended this way."),
                isFacet: true
            )
        case .code:
            Definition(
                "code",
                values: .cause,
                storage: .shape("code", place: 3),
                filter: .everywhere("Only this canonical code."),
                isFacet: true,
                example: "keychain.locked"
            )
        case .name:
            Definition(
                "name",
                wireNames: WireNames(native: ["name", "event_name"], otlp: ["event.name"]),
                scrubbing: .text,
                storage: .shape("name", place: 10),
                filter: .api("Only with this name."),
                isFacet: true,
                summary: "The client's own name of it.",
                sentExample: "auth.attempt.token_exchange"
            )
        case .provider:
            Definition(
                "provider",
                wireNames: WireNames(native: ["provider", "method"], otlp: ["auth.method"]),
                scrubbing: .text,
                storage: .shape("provider", place: 4),
                filter: .api("Only this way of signing in."),
                isFacet: true,
                summary: "What signed the user in.",
                example: "apple"
            )
        case .appVersion:
            Definition(
                "app_version",
                wireNames: WireNames(
                    native: ["app_version"],
                    otlp: ["service.version", "app.version"],
                    sentry: ["release.version", "contexts.app.app_version"]
                ),
                scrubbing: .version,
                storage: .shape("app_version", place: 6),
                filter: .everywhere("Only this version of the app."),
                isFacet: true,
                summary: "The version of the app.",
                example: "2.4.0"
            )
        case .environment:
            Definition(
                "environment",
                wireNames: WireNames(
                    native: ["environment"],
                    otlp: ["deployment.environment.name"],
                    sentry: ["environment"]
                ),
                scrubbing: .text,
                storage: .shape("environment", place: 9),
                filter: .api("Only this environment."),
                isFacet: true,
                summary: "Where the app runs.",
                example: "production"
            )
        case .platform:
            Definition(
                "platform",
                wireNames: WireNames(native: ["platform"], otlp: ["os.name"], sentry: ["contexts.os.name"]),
                scrubbing: .text,
                storage: .shape("platform", place: 5),
                filter: .api("Only this platform."),
                isFacet: true,
                summary: "The system.",
                example: "ios"
            )
        case .osVersion:
            Definition(
                "os_version",
                wireNames: WireNames(native: ["os_version"], otlp: ["os.version"], sentry: ["contexts.os.version"]),
                scrubbing: .version,
                storage: .shape("os_version", place: 7),
                filter: .api("Only this version of the system."),
                isFacet: true,
                summary: "The version of the system.",
                example: "18.2"
            )
        case .deviceModel:
            Definition(
                "device_model",
                wireNames: WireNames(
                    native: ["device_model"],
                    otlp: ["device.model.identifier", "device.model"],
                    sentry: ["contexts.device.model"]
                ),
                scrubbing: .text,
                storage: .shape("device_model", place: 8),
                filter: .api("Only this model of device."),
                isFacet: true,
                summary: "The model of the device.",
                example: "iPhone16,1"
            )
        case .user:
            Definition(
                "user",
                wireNames: WireNames(native: ["user_id", "user"], otlp: ["user.id"], sentry: ["user.id"]),
                scrubbing: .text,
                storage: .row("user_id"),
                filter: .everywhere("Only of this user."),
                summary: "Whose attempt it is.",
                sentExample: "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
            )
        case .session:
            Definition(
                "session",
                wireNames: WireNames(native: ["session_id"], otlp: ["auth.session.id"]),
                scrubbing: .text,
                storage: .row("session_id"),
                filter: .everywhere("Only of this session."),
                summary: "The session that it is about.",
                sentExample: "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a908"
            )
        case .network:
            Definition(
                "network",
                wireNames: WireNames(
                    native: ["network"],
                    otlp: ["network.connection.type"],
                    sentry: ["contexts.device.connection_type"]
                ),
                scrubbing: .text,
                storage: .shape("network", place: 11),
                filter: .api("Only on this kind of network."),
                isFacet: true,
                summary: "How the device was connected.",
                example: "wifi"
            )
        case .attempt:
            Definition(
                "attempt",
                wireNames: WireNames(
                    native: ["trace_id", "attempt_id", "attempt"],
                    otlp: ["auth.attempt.id"],
                    sentry: ["contexts.trace.trace_id"]
                ),
                values: .traceID,
                storage: .row("attempt_id"),
                filter: .everywhere("Only of this attempt.")
            )
        case .build:
            Definition(
                "build",
                wireNames: WireNames(
                    native: ["build", "app_build"],
                    otlp: ["app.build_id", "service.build_id"],
                    sentry: ["release.build", "dist", "contexts.app.app_build"]
                ),
                scrubbing: .version,
                storage: .shape("build", place: 12),
                filter: .api("Only this build of the app."),
                isFacet: true,
                summary: "The build of the app, where one version has several.",
                example: "417"
            )
        case .appState:
            Definition(
                "app_state",
                wireNames: WireNames(
                    native: ["app_state"],
                    otlp: ["ios.app.state", "android.app.state"],
                    sentry: ["contexts.app.in_foreground"]
                ),
                scrubbing: .text,
                storage: .shape("app_state", place: 13),
                filter: .api("Only in this state of the app."),
                isFacet: true,
                summary: "Whether the app was in the foreground.",
                example: "background"
            )
        case .installation:
            Definition(
                "installation",
                wireNames: WireNames(
                    native: ["installation_id", "installation"],
                    otlp: ["app.installation.id"],
                    sentry: ["contexts.device.installation_id"]
                ),
                scrubbing: .text,
                storage: .row("installation_id"),
                filter: .api("Only of this installation of the app."),
                summary: "The installation of the app on one device; it outlives sessions.",
                sentExample: "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a909"
            )
        case .duration:
            Definition(
                "duration_ms",
                wireNames: WireNames(native: ["duration_ms"], otlp: ["auth.duration_ms"]),
                values: .milliseconds,
                storage: .number("duration_ms"),
                summary: "How long the step took, in milliseconds."
            )
        }
    }
}

extension EventDimension {
    /// The rows, by raw value.
    private static let table = allCases.map(\.row)

    public var definition: Definition { Self.table[rawValue] }
    public var name: String { definition.name }
    public var isText: Bool { definition.values == .text }

    /// The dimensions whose values are texts of clients.
    public static let texts = allCases.filter(\.isText)
    /// The dimensions by which events can be filtered: the columns of the shapes in their order, then the others.
    public static let filtered =
        allCases.filter { $0.definition.filter != .none }.sorted { $0.filterOrder < $1.filterOrder }
    /// The dimensions by which events can be counted.
    public static let facets = filtered.filter(\.definition.isFacet)

    private var filterOrder: Int {
        if case .shape(_, let place) = definition.storage { place } else { Self.allCases.count + rawValue }
    }

    /// The texts to scrub, with their rules.
    static let scrubbed = texts.map { (dimension: $0, scrubbing: $0.definition.scrubbing) }

    /// Those whose values are ids that clients choose.
    public static let identifiers: [EventDimension] = [.user, .session, .installation]

    /// The form in which a value is stored and compared: a UUID has small letters, in whichever case a client writes it.
    public func storedText(_ text: String) -> String {
        guard Self.identifiers.contains(self) else { return text }
        return UUID(hyphenated: text)?.hyphenated ?? text
    }
}
