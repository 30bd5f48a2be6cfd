import Domain

/// The paths of a tenant's pages.
package struct TenantPaths: Sendable, Hashable {
    let slug: Tenant.Slug

    package init(_ slug: Tenant.Slug) { self.slug = slug }

    /// Redirects to the first page that the user may open.
    package var start: String { "/t/\(slug)" }
    package var overview: String { page("overview") }
    package var users: String { page("users") }
    package var newUser: String { page("users/new") }
    package var newInvitation: String { page("invitations/new") }
    package var invitations: String { page("invitations") }
    package func user(_ id: User.ID) -> String { page("users/\(id)") }
    package func userEdit(_ id: User.ID) -> String { page("users/\(id)/edit") }
    package func userProfile(_ id: User.ID) -> String { page("users/\(id)/profile") }
    package func userRole(_ id: User.ID) -> String { page("users/\(id)/role") }
    package func userInvitation(_ id: User.ID) -> String { page("users/\(id)/invitation") }
    package func userEnabling(_ id: User.ID) -> String { page("users/\(id)/enabling") }
    package func userDisabling(_ id: User.ID) -> String { page("users/\(id)/disabling") }
    package func userDeletion(_ id: User.ID) -> String { page("users/\(id)/deletion") }
    package func userEventDeletion(_ id: User.ID) -> String { page("users/\(id)/events/deletion") }
    package func userSessionsEnding(_ id: User.ID) -> String { page("users/\(id)/sessions/ending") }
    /// Ends one session of a user, and leads back to the user's page.
    package func userSessionEnding(_ id: User.ID, _ session: Session.ID) -> String {
        page("users/\(id)/sessions/\(session)/ending")
    }
    package var sessions: String { page("sessions") }
    /// Ends all sessions that match a search.
    package var sessionsEnding: String { page("sessions/ending") }
    package func sessionEnding(_ id: Session.ID) -> String { page("sessions/\(id)/ending") }
    package var events: String { page("events") }
    package func event(_ reference: Event.Reference) -> String { page("events/\(reference)") }
    package var liveEvents: String { page("events/live") }
    /// Deletes the events that name a user by a text.
    package var eventDeletion: String { page("events/deletion") }
    package var views: String { page("views") }
    package func view(_ id: SavedView.ID) -> String { page("views/\(id)") }
    package func viewDeletion(_ id: SavedView.ID) -> String { page("views/\(id)/deletion") }
    package var attempts: String { page("attempts") }
    package func attempt(_ id: TraceID) -> String { page("attempts/\(id)") }
    package var failures: String { page("failures") }
    /// Changes of several failures.
    package var failureChanges: String { page("failures/changes") }
    package func failure(_ id: FailureKey.ID) -> String { page("failures/\(id)") }
    package func failureStillOut(_ id: FailureKey.ID) -> String { page("failures/\(id)/still-out") }
    package func failureChanges(_ id: FailureKey.ID) -> String { page("failures/\(id)/changes") }
    package func failureComments(_ id: FailureKey.ID) -> String { page("failures/\(id)/comments") }
    /// A code of the catalogue of causes, with the tenant's note.
    package func code(_ entry: CauseEntry) -> String { page("codes/\(entry.code)") }
    package var releases: String { page("releases") }
    /// The version is in the query: it is any text, and a browser resolves a path with the part `..`.
    package func release(_ version: String) -> String {
        PageAddress(page("releases/release"), ["version": version]).href
    }
    /// What changed.
    package var changes: String { page("changes") }
    /// The errors without a canonical code, and the tenant's rules for them.
    package var errorCodes: String { page("error-codes") }
    package func causeRuleRemoval(_ id: CauseRule.ID) -> String { page("error-codes/\(id)/removal") }
    package var audit: String { page("audit") }
    package var keys: String { page("keys") }
    package func keyRevocation(_ id: APIKey.ID) -> String { page("keys/\(id)/revocation") }
    package var signingKeys: String { page("keys/signing") }
    package var signingKeyRotation: String { page("keys/signing/rotation") }
    package var signingKeyReplacement: String { page("keys/signing/replacement") }
    package var members: String { page("members") }
    package func memberRole(_ id: User.ID) -> String { page("members/\(id)/role") }
    package func memberRemoval(_ id: User.ID) -> String { page("members/\(id)/removal") }
    package var roles: String { page("roles") }
    package func role(_ name: Role.Name) -> String { page("roles/\(name)") }
    package var newRole: String { page("roles/new") }
    package func roleEdit(_ name: Role.Name) -> String { page("roles/\(name)/edit") }
    package func roleDeletion(_ name: Role.Name) -> String { page("roles/\(name)/deletion") }
    package var settings: String { page("settings") }
    package func settingsPage(_ name: String) -> String { page("settings/\(name)") }
    /// Removes a row of settings that are a list.
    package func settingsRemoval(_ name: String) -> String { page("settings/\(name)/removal") }
    /// The language that messages fall back to.
    package var settingsLanguage: String { page("settings/language") }
    package var appleRules: String { page("settings/apple/rules") }
    package var appleCheck: String { page("settings/apple/check") }
    package var find: String { page("find") }

    /// - Parameter path: the path below that of the tenant.
    private func page(_ path: String) -> String { "/t/\(slug)/\(path)" }
}
