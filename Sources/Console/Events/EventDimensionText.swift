import ConsoleKit
import Domain

/// The words of the console for the dimensions of events.
enum EventDimensionText {
    /// By the keys of the text catalogue. A test compares them with the table of dimensions.
    static let labels = [
        "event.dimension.source": "Source",
        "event.dimension.stage": "Step",
        "event.dimension.outcome": "Outcome",
        "event.dimension.code": "Code",
        "event.dimension.name": "Event name",
        "event.dimension.provider": "Provider",
        "event.dimension.app_version": "App version",
        "event.dimension.environment": "Environment",
        "event.dimension.platform": "Platform",
        "event.dimension.os_version": "OS version",
        "event.dimension.device_model": "Device",
        "event.dimension.user": "User",
        "event.dimension.session": "Session",
        "event.dimension.network": "Network",
        "event.dimension.attempt": "Attempt",
    ]

    /// Examples in the fields of filters.
    private static let placeholders: [EventDimension: String] = [
        .code: "keychain.locked", .user: "Email or ID", .attempt: "Trace ID",
    ]

    static func label(of dimension: EventDimension) -> String {
        labels[dimension.definition.labelKey] ?? dimension.name
    }

    static func placeholder(of dimension: EventDimension) -> String? { placeholders[dimension] }

    /// A value as people write it: `Wi-Fi` for `wifi`; ids are shortened.
    static func value(_ text: String, of dimension: EventDimension) -> String {
        switch dimension {
        case .source: EventSource(rawValue: text)?.words ?? text
        case .stage: Stage(rawValue: text)?.words ?? text
        case .outcome: Outcome(rawValue: text)?.words ?? text
        case .platform: SystemName.ofPlatform(text)
        case .network: NetworkName.of(text)
        case .user, .session, .attempt: ShortID.of(text)
        default: text
        }
    }
}
