import Domain
import Foundation

/// Why a way to sign in was not taken away.
public enum UnlinkFailure: Error, Sendable, Hashable {
    case refused(DomainError)
    /// The account has none like that.
    case unknown
    /// Without it nobody could get into the account any more.
    case last
    /// The person signed in too long ago.
    case notFresh
}

/// What someone gives up of their own account.
extension AccountSelfService {
    /// Deletes the account with its sessions and identities. Who signed in long ago shows the password.
    public func delete(
        password: String?,
        by record: SessionRecord,
        from origin: Principal.Origin
    ) async throws(AccountChangeFailure) {
        guard record.session.impersonator == nil else { throw .reauthenticationNeeded }
        _ = try await reauthenticate(AccountChange(currentPassword: password), record, from: origin)
        // Someone without a password shows by a new sign-in that it is them.
        let isFresh = Self.isFresh(record.session, at: now())
        guard isFresh || (password != nil && record.user.email != nil) else { throw .reauthenticationNeeded }
        let moment = now()
        let principal = record.principal(from: origin)
        do throws(DomainError) {
            _ = try await users.change(record.user.id, in: record.tenant.id, newRole: nil) {
                current throws(DomainError) in
                try UserAdministration.keepOneAdministrator(current)
                return UserDecision(
                    .delete,
                    audit: AuditDraft(
                        .userDeleted,
                        by: principal,
                        at: moment,
                        target: .init(.user, current.user.id),
                        changes: [
                            .init("email", from: current.user.email?.masked, to: nil),
                            .init("role", from: current.user.role.description, to: nil),
                        ]
                    )
                )
            }
        } catch { throw .refused(error) }
    }

    /// Takes a way to sign in away from the account; the last one stays. Whoever has it signed in less than a day ago.
    /// The other sessions that began by it end: who gives it up may have lost it to someone else.
    /// - Parameter subject: which one of the provider's; nil for whichever there is.
    public func unlink(
        _ provider: Identity.Provider,
        subject: String?,
        by record: SessionRecord,
        from origin: Principal.Origin
    ) async throws(UnlinkFailure) {
        let moment = now()
        guard Self.isFresh(record.session, at: moment) else { throw .notFresh }
        let principal = record.principal(from: origin)
        let user = record.user.id
        do throws(DomainError) {
            try await users.unlink(provider, of: user, keeping: record.session.id, in: record.tenant.id) {
                identities throws(DomainError) in
                guard
                    identities.contains(where: { $0.provider == provider && (subject == nil || $0.subject == subject) })
                else {
                    throw .notFound(.identity)
                }
                guard identities.count > 1 else { throw .conflict(.lastIdentity) }
                return AuditDraft(
                    .identityUnlinked,
                    by: principal,
                    at: moment,
                    target: .init(.user, user),
                    changes: [.init("provider", from: provider.rawValue, to: nil)]
                )
            }
        } catch {
            switch error {
            case .notFound(.identity): throw .unknown
            case .conflict(.lastIdentity): throw .last
            default: throw .refused(error)
            }
        }
    }
}
