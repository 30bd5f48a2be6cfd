import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The caller of a request to the management API.
enum Caller: Sendable {
    case key(KeyRecord)
    case visitor(ConsoleUser)

    func principal(from origin: RequestOrigin) -> Principal {
        switch self {
        case .key(let record): .key(record.key.id, from: origin)
        case .visitor(let visitor): visitor.principal(from: origin)
        }
    }

    /// The tenant that the caller belongs to; an operator belongs to none.
    var home: Tenant? {
        switch self {
        case .key(let record): record.tenant
        case .visitor(.member(let record)): record.tenant
        case .visitor(.operator): nil
        }
    }
}
