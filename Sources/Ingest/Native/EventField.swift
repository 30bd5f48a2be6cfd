import Domain
import StrictJSON

/// The fields of an event and their names: ours first, then those of OpenTelemetry.
enum EventField: CaseIterable {
    case id, time, name, stage, outcome, error, attempt, provider, appVersion, environment, platform, osVersion,
        deviceModel, user,
        session,
        network, attributes, errorDomain, errorCode, errorMessage

    var names: [String] {
        switch self {
        case .id: ["id"]
        case .time: ["time", "timestamp"]
        case .name: ["name", "event_name", "event.name"]
        case .stage: ["stage", "auth.stage"]
        case .outcome: ["outcome", "auth.outcome"]
        case .error: ["error"]
        case .attempt: ["trace_id", "attempt_id", "attempt", "auth.attempt.id"]
        case .provider: ["provider", "method", "auth.method"]
        case .appVersion: ["app_version", "service.version", "app.version"]
        case .environment: ["environment", "deployment.environment.name"]
        case .platform: ["platform", "os.name"]
        case .osVersion: ["os_version", "os.version"]
        case .deviceModel: ["device_model", "device.model.identifier", "device.model"]
        case .user: ["user_id", "user.id", "user"]
        case .session: ["session_id", "auth.session.id"]
        case .network: ["network", "network.connection.type"]
        case .attributes: ["attributes"]
        case .errorDomain: ["auth.error.domain", "exception.type"]
        case .errorCode: ["auth.error.code"]
        case .errorMessage: ["exception.message"]
        }
    }

    private static let fields: [ByteText: EventField] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.names.map { (ByteText($0), field) } }
    )

    /// Separates the known fields of an object from its other members. `{"user": {"id": 1}}` and `{"user.id": 1}` are
    /// equivalent.
    static func sorted(_ object: JSONObject) -> (known: [EventField: JSONValue], rest: [(String, JSONValue)]) {
        var known = [EventField: JSONValue](minimumCapacity: 24)
        var rest: [(String, JSONValue)] = []
        for (name, value) in object {
            if case .null = value { continue }
            let field = fields[ByteText(name)]
            if case .object(let inner) = value, field == nil || field == .user {
                for (innerName, innerValue) in inner {
                    let path = "\(name).\(innerName)"
                    take(innerValue, path, fields[ByteText(path)], &known, &rest)
                }
            } else {
                take(value, name, field, &known, &rest)
            }
        }
        return (known, rest)
    }

    private static func take(
        _ value: JSONValue,
        _ name: String,
        _ field: EventField?,
        _ known: inout [EventField: JSONValue],
        _ rest: inout [(String, JSONValue)]
    ) {
        if let field, known[field] == nil, !value.isNull { known[field] = value } else { rest.append((name, value)) }
    }
}
