import Domain
import StrictJSON

/// Reads and changes the signed-in user's own account.
public struct AccountSelfService: Sendable {
    /// The time after sign-in in which the password can be changed without the current one, and another address
    /// requested. An address that counts at once takes a proof at any time.
    public static let freshness = Duration.days(1)

    /// Whether the user of the session signed in recently.
    public static func isFresh(_ session: Session, at now: Timestamp) -> Bool {
        session.impersonator == nil && now.since(session.createdAt) <= freshness
    }

    let users: any UserStore
    let accounts: any PasswordStore
    let refreshes: any RefreshStore
    let settings: any TenantSettingsStore
    let passwords: PasswordGate
    let limiter: RateLimiter
    let links: AccountLinks
    let now: @Sendable () -> Timestamp

    /// - Throws: `.notFound(.user)`
    public func profile(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile {
        try await users.profile(user, at: now(), in: tenant)
    }

    /// A new password ends the user's other sessions. Where addresses are confirmed, a new one counts when its link was
    /// used.
    public func update(
        _ change: AccountChange,
        by record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) -> AccountProfile {
        // An impersonator cannot change how the user signs in, whatever proof is sent.
        if change.email != nil || change.password != nil, record.session.impersonator != nil {
            throw .account(.impersonated)
        }
        let isAnonymous = record.terms.isAnonymous
        if isAnonymous { try await Self.rejectPersonal(change) }
        let emailChange = try await newEmail(change, of: record)
        let email = emailChange?.isPending ?? true ? nil : emailChange?.email
        let hash = try await newPassword(change, emailChange, of: record, in: context)
        if let emailChange, hash == nil {
            try await reauthenticate(change, record, under: ProofRule(isImmediate: !emailChange.isPending), in: context)
        }
        if let emailChange, emailChange.isPending {
            try await confirm(emailChange.email, change.message, of: record, in: context)
        }
        let now = now()
        let update = AccountUpdate(
            email: email,
            password: hash,
            // A name is composed and folded before the write transaction.
            name: (isAnonymous ? nil : Self.name(of: change)).map { SearchedName($0) },
            data: change.data,
            session: record.session.id,
            principal: record.principal(from: context.origin),
            now: now
        )
        try await StoreErrorMapping.shown.run {
            _ = try await users.change(record.user.id, in: record.tenant.id, newRole: nil) {
                current throws(DomainError) in
                try update.decision(about: current.user)
            }
        }
        notify(of: update, to: record.user, languages: change.message.languages, in: context)
        let pending = emailChange.flatMap { $0.isPending ? PendingEmail(email: $0.email, askedAt: now) : nil }
        return try await profile(of: record, pending: pending)
    }

    private func profile(of record: SessionRecord, pending: PendingEmail?) async throws(AuthFailure) -> AccountProfile {
        let profile = try await StoreErrorMapping.shown.run {
            try await self.profile(of: record.user.id, in: record.tenant.id)
        }
        // The link's message is written a moment later.
        guard let pending else { return profile }
        return AccountProfile(user: profile.user, identities: profile.identities, pendingEmail: pending)
    }

    private func notify(of update: AccountUpdate, to user: User, languages: [Language], in context: SignInContext) {
        let recipient = NoticeRecipient(user.email, of: user, languages: languages)
        if update.email != nil { links.notices.notify(.emailChanged, to: recipient, in: context) }
        if update.password != nil { links.notices.notify(.passwordChanged, to: recipient, in: context) }
    }

    /// Replaces the password of a user who knows it; their other sessions end.
    public func changePassword(
        from current: String,
        to new: String,
        by record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) -> AccountProfile {
        try await links.attempts.recording(.passwordChange, in: context) { () throws(AuthFailure) in
            let profile = try await StoreErrorMapping.shown.run {
                try await self.profile(of: record.user.id, in: record.tenant.id)
            }
            guard profile.identities.contains(where: { $0.provider == .password }) else { throw .account(.noPassword) }
            return try await update(AccountChange(password: new, currentPassword: current), by: record, in: context)
        }
    }

    // MARK: Parts

    /// Rejects the attributes, by name, that an anonymous tenant does not store.
    private static func rejectPersonal(_ change: AccountChange) async throws(AuthFailure) {
        try await StoreErrorMapping.shown.run {
            guard change.name == nil else {
                throw DomainError.invalid("name", .malformed(.english("This app keeps no names.")))
            }
            try DomainError.rejectPersonal(change.data, in: "data")
        }
    }

    private struct EmailChange {
        let email: EmailAddress
        /// Whether the address takes effect only when its link is used.
        let isPending: Bool
    }

    private func newEmail(_ change: AccountChange, of record: SessionRecord) async throws(AuthFailure) -> EmailChange? {
        guard let text = change.email else { return nil }
        guard let email = EmailAddress(text) else {
            throw .invalid([.init(field: "email", rule: .malformed(.notAnEmailAddress))])
        }
        guard email != record.user.email else { return nil }
        let settings = try await settings(of: record)
        guard !settings.isAnonymous, !settings.confirmsEmail || links.mail.isConfigured else {
            throw .account(.emailUnavailable)
        }
        return EmailChange(email: email, isPending: settings.confirmsEmail)
    }

    private func settings(of record: SessionRecord) async throws(AuthFailure) -> TenantSettings {
        try await StoreErrorMapping.shown.run { try await settings.settings(of: record.tenant.id).settings }
    }

    private func confirm(
        _ email: EmailAddress,
        _ message: AccountChangeMessage,
        of record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) {
        try await links.askForChange(to: email, of: record, message, in: context)
    }

    private func newPassword(
        _ change: AccountChange,
        _ emailChange: EmailChange?,
        of record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) -> PasswordHash? {
        guard let password = change.password else { return nil }
        let isImmediate = emailChange.map { !$0.isPending } ?? false
        guard let email = isImmediate ? emailChange?.email : record.user.email else {
            throw .invalid([.init(field: "password", rule: .malformed(.passwordWithoutEmail))])
        }
        do { try PasswordRules.check(password, about: [email.description, record.user.name ?? ""]) } catch {
            throw .invalid([.init(field: "password", rule: error)])
        }
        let needsProof = emailChange != nil ? true : try await settings(of: record).securesPasswordChange
        let stored = try await reauthenticate(
            change,
            record,
            under: ProofRule(needsProof: needsProof, isImmediate: isImmediate),
            in: context
        )
        return try await StoreErrorMapping.shown.run {
            // This runs before any hash, so that a rejected request costs little.
            if let owner = try await accounts.account(email, in: record.tenant.id)?.user.id, owner != record.user.id {
                throw AuthFailure.emailTaken
            }
            if let stored,
                try await passwords.check(
                    password,
                    against: stored,
                    for: record.tenant.id,
                    from: .init(context.origin, isKnown: true)
                ).isRight
            {
                throw AuthFailure.account(.samePassword)
            }
            return try await passwords.hash(password, for: record.tenant.id, from: .init(context.origin, isKnown: true))
        }
    }

    static func merged(_ data: JSONObject?, into old: UserAttributes) throws(DomainError) -> UserAttributes {
        do { return try old.merging(data ?? [:]) } catch { throw .invalid("data", error) }
    }

    /// The display name, where the app sends one among its data.
    private static func name(of change: AccountChange) -> String? {
        let data = change.data
        let text = change.name ?? data?["full_name"]?.stringValue ?? data?["name"]?.stringValue
        // It may be the name that Apple gave the app, once.
        return text.flatMap { DisplayName.keeping($0).name }
    }

    static func changes(from old: User, to new: User) -> [AuditEntry.Change] {
        var changes: [AuditEntry.Change] = []
        if old.email != new.email { changes.append(.init("email", from: old.email?.masked, to: new.email?.masked)) }
        if old.name != new.name { changes.append(.init("name", from: old.name, to: new.name)) }
        if old.userMetadata != new.userMetadata {
            changes.append(
                .init(
                    "user_metadata",
                    from: nil,
                    to: new.userMetadata.object.names.joined(separator: " ").beginning(ofBytes: 200)
                )
            )
        }
        return changes
    }
}
