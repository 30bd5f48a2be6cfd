import StrictJSON

/// One initial member of a new user's `app_metadata`: `{"name": "trial_ends_at", "after_seconds": 604800}`.
public struct DefaultAttribute: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case bool(Bool)
        /// The time of creation plus this duration, as RFC 3339.
        case after(Duration)
    }

    public static let nameMaximumLength = 64
    public static let textMaximumLength = 200
    /// Ten years.
    public static let afterSeconds = 0...315_360_000
    /// The names that the GoTrue dialect writes itself.
    public static let reservedNames: Set<String> = ["provider", "providers"]

    public let name: String
    public let value: Value

    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// Returns the value for a user created at `now`.
    public func value(at now: Timestamp) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .bool(let bool): .bool(bool)
        case .after(let span): .string((now + span).rfc3339)
        }
    }
}

extension TenantSettings {
    /// Returns the `app_metadata` of a user created at `now`.
    public func appMetadata(at now: Timestamp) -> UserAttributes {
        let object = JSONObject(defaultAttributes.map { ($0.name, $0.value(at: now)) })
        // Twenty names and texts of maximum length are far below the limit.
        return (try? UserAttributes(object)) ?? .none
    }
}
