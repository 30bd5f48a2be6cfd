import Domain
import Foundation

/// Lets an administrator set who signs in, how, and for how long.
public struct SettingsAdministration: Sendable {
    let store: any TenantSettingsStore
    let apple: any AppleConnectionLookup
    let now: @Sendable () -> Timestamp

    public init(
        store: any TenantSettingsStore,
        apple: any AppleConnectionLookup,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.apple = apple
        self.now = now
    }

    public func settings(grant: Grant<ReadSettings>) async throws(DomainError) -> VersionedSettings {
        try await store.settings(of: grant.tenant)
    }

    /// Applies `edit` to the settings as they are then. Changes take effect from the next request on.
    /// - Parameter version: the version that the edit is based on; nil for any.
    /// - Throws: `.conflict(.settingsChanged)` when the version has changed since, `.invalid`.
    public func change(
        expecting version: Int?,
        grant: Grant<ManageSettings>,
        edit: @escaping @Sendable (inout TenantSettings) -> Void
    ) async throws(DomainError) -> VersionedSettings {
        let moment = now()
        // Apple settings stay once they are set, and always name a client id.
        let isAppleConnected = try await apple.isAppleConnected(grant.tenant)
        return try await store.change(of: grant.tenant) { before throws(DomainError) in
            guard version.map({ $0 == before.version }) ?? true else { throw .conflict(.settingsChanged) }
            var settings = before.settings
            edit(&settings)
            try settings.check()
            if settings.methods.contains(.apple), !before.settings.methods.contains(.apple), !isAppleConnected {
                throw .invalid(
                    "methods",
                    .malformed("Set up Sign in with Apple first, in the tenant's Apple settings.")
                )
            }
            // Sessions are handed over at these addresses.
            if settings.redirects != before.settings.redirects { try grant.principal.mustHaveProven(by: moment) }
            let changes = settings.changes(from: before.settings)
            guard !changes.isEmpty else { return (before.settings, nil) }
            let audit = AuditDraft(
                .tenantSettingsChanged,
                by: grant.principal,
                at: moment,
                target: .init(.tenant, grant.tenant),
                changes: changes
            )
            return (settings, audit)
        }
    }
}

extension TenantSettings {
    /// Returns the changed settings for the audit trail; of texts only their number.
    func changes(from old: TenantSettings) -> [AuditEntry.Change] {
        var changes = zip(old.words, words).compactMap { before, after in
            before.value == after.value ? nil : AuditEntry.Change(after.field, from: before.value, to: after.value)
        }
        if texts != old.texts {
            changes.append(.init("texts", from: String(old.texts.count), to: String(texts.count)))
        }
        return changes
    }

    private var words: [(field: String, value: String)] {
        [
            ("methods", methods.map(\.rawValue).sorted().joined(separator: " ")), ("dialect", dialect.rawValue),
            ("anonymous", String(isAnonymous)), ("sign_up", signUp.rawValue), ("confirm_email", String(confirmsEmail)),
            ("idle_seconds", Self.seconds(sessions.idle)), ("absolute_seconds", Self.seconds(sessions.absolute)),
            ("access_token_seconds", Self.seconds(accessTokenLifetime)),
            ("sessions_per_person", String(sessionsPerPerson)),
            ("multi_session", String(multiSession)),
            ("require_nonce", String(requiresNonce)),
            ("revoke_at_apple_everywhere", String(revokesAtAppleEverywhere)),
            ("apple_account_deleted", appleDeletion.rawValue),
            ("language", language.description),
            ("secure_password_change", String(securesPasswordChange)),
            ("redirect_urls", redirects.map(\.description).joined(separator: " ")),
            ("default_attributes", defaultAttributes.map(\.sentence).joined(separator: " ")),
        ]
    }

    private static func seconds(_ span: Duration) -> String { String(span.components.seconds) }
}

extension DefaultAttribute {
    fileprivate var sentence: String {
        switch value {
        case .text(let text): "\(name)=\(text)"
        case .integer(let number): "\(name)=\(number)"
        case .truth(let truth): "\(name)=\(truth)"
        case .after(let span): "\(name)=+\(span.components.seconds)s"
        }
    }
}
