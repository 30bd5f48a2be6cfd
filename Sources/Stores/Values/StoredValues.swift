import Database
import Domain
import Foundation
import UseCases

extension Identifier: SQLConvertible {
    public var sqlValue: SQLValue { uuid.sqlValue }
    public init?(sqlValue: SQLValue) {
        guard let uuid = UUID(sqlValue: sqlValue) else { return nil }
        self.init(uuid)
    }
}

extension Timestamp: SQLConvertible {
    public var sqlValue: SQLValue { .integer(milliseconds) }
    public init?(sqlValue: SQLValue) {
        guard let milliseconds = Int64(sqlValue: sqlValue) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension SQLConvertible where Self: LosslessStringConvertible {
    public var sqlValue: SQLValue { .text(description) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}

extension EmailAddress: SQLConvertible {
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(stored: text)
    }
}

extension Role.Name: SQLConvertible {}
extension Tenant.Slug: SQLConvertible {}
extension HostName: SQLConvertible {}

extension Tenant.State: SQLConvertible {}
extension AppleFlow.Purpose: SQLConvertible {}
extension User.State: SQLConvertible {}
extension Identity.Provider: SQLConvertible {}
extension Session.Kind: SQLConvertible {}
extension Session.EndReason: SQLConvertible {}
extension AuthenticationMethod: SQLConvertible {}
extension OneTimeLink.Purpose: SQLConvertible {}
extension APIKey.Kind: SQLConvertible {}
extension AuditEntry.Action: SQLConvertible {}
extension DomainError.Subject: SQLConvertible {}
extension EventSource: SQLConvertible {}
extension Stage: SQLConvertible {}
extension Outcome: SQLConvertible {}
extension ItemOutcome: SQLConvertible {}
extension ItemCategory: SQLConvertible {}
extension AppRunOutcome: SQLConvertible {}

extension CredentialHash: SQLConvertible {
    public var sqlValue: SQLValue { .blob(bytes) }
    public init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue, bytes.count == 32 else { return nil }
        self.init(bytes: bytes)
    }
}
