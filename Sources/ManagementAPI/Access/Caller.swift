import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The caller of a request to the management API.
enum Caller: Sendable {
    case key(KeyRecord)
    case consoleUser(ConsoleUser)

    func principal(from origin: RequestOrigin) -> Principal {
        switch self {
        case .key(let record): .key(record.key.id, from: origin)
        case .consoleUser(let consoleUser): consoleUser.principal(from: origin)
        }
    }

    /// The tenant that the caller belongs to; an operator belongs to none.
    var home: Tenant? {
        switch self {
        case .key(let record): record.tenant
        case .consoleUser(.member(let record)): record.tenant
        case .consoleUser(.operator): nil
        }
    }
}
