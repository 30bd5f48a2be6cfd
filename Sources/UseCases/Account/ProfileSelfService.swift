import Domain
import StrictJSON

/// Lets a user's devices read the profile and merge their changes.
public struct ProfileSelfService: Sendable {
    /// Another device may change the profile between the conflict and its explanation.
    private static let tries = 3

    let users: any UserStore
    let now: @Sendable () -> Timestamp

    /// - Throws: `.notFound(.user)`
    public func read(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> Profile {
        let found = try await users.user(user, in: tenant)
        return Profile(user: found.summary.user, role: found.role, identities: found.identities)
    }

    /// Changes the attributes that the patch names, and no others.
    ///
    /// With a base version, an attribute that another device has set to a different value since is a conflict, and
    /// nothing is changed. Without one, the patch overwrites the attributes it names.
    /// - Parameter version: the required version of the profile; nil for any.
    public func change(
        _ patch: ProfilePatch,
        expecting version: Int64? = nil,
        by record: SessionRecord,
        from origin: RequestOrigin
    ) async throws(DomainError) -> ProfileChange {
        let patch = try Self.validated(patch, isAnonymous: record.terms.isAnonymous)
        for _ in 0..<Self.tries {
            do throws(DomainError) {
                try await write(patch, expecting: version, by: record, from: origin)
                return .changed(try await read(of: record.user.id, in: record.tenant.id))
            } catch {
                guard error == .conflict(.profileChanged) else { throw error }
            }
            let profile = try await read(of: record.user.id, in: record.tenant.id)
            if let version, version != profile.user.history.version { return .anotherVersion(profile) }
            let conflicts = ProfileMerge.conflicts(patch, with: profile.user)
            guard conflicts.isEmpty else { return .conflicts(conflicts, profile) }
        }
        throw .unavailable(retryAfter: .seconds(1))
    }

    private func write(
        _ patch: ProfilePatch,
        expecting version: Int64?,
        by record: SessionRecord,
        from origin: RequestOrigin
    ) async throws(DomainError) {
        let now = now()
        let principal = record.principal(from: origin)
        let name = patch.name.map { SearchedName($0) }
        _ = try await users.change(record.user.id, in: record.tenant.id, newRole: nil) { current throws(DomainError) in
            let old = current.user
            guard version == nil || version == old.history.version, ProfileMerge.conflicts(patch, with: old).isEmpty
            else { throw .conflict(.profileChanged) }
            let new = try Self.applied(patch, to: old, at: now)
            guard new != old.with(updatedAt: now) else { return UserDecision(.keep(old), audit: nil) }
            return UserDecision(
                .keep(new),
                name: name,
                audit: AuditDraft(
                    .userUpdated,
                    by: principal,
                    at: now,
                    target: .init(.user, old.id),
                    changes: Self.changes(from: old, to: new)
                )
            )
        }
    }

    private static func validated(_ patch: ProfilePatch, isAnonymous: Bool) throws(DomainError) -> ProfilePatch {
        if isAnonymous { try DomainError.rejectPersonal(patch.userMetadata, in: "user_metadata") }
        guard let name = patch.name, !name.isEmpty else { return patch }
        guard !isAnonymous else { throw .invalid("name", .malformed(.english("This app keeps no names."))) }
        var patch = patch
        do { patch.name = try DisplayName.validated(name) ?? "" } catch { throw .invalid("name", error) }
        return patch
    }

    private static func applied(_ patch: ProfilePatch, to user: User, at now: Timestamp) throws(DomainError) -> User {
        let metadata: UserAttributes
        do { metadata = try ProfileMerge.merged(patch.userMetadata ?? [:], into: user.userMetadata) } catch {
            throw .invalid("user_metadata", error)
        }
        let name: String? = patch.name.map { $0.isEmpty ? nil : $0 } ?? user.name
        return user.with(.init(name: .some(name), userMetadata: metadata), updatedAt: now)
    }

    /// The names of the changed attributes: the values are the app's business.
    private static func changes(from old: User, to new: User) -> [AuditEntry.Change] {
        let paths = new.recorded(after: old).history.parts(of: new.history.version + 1)
        return [
            .init("profile", from: nil, to: paths.map(\.description).joined(separator: " ").beginning(ofBytes: 200))
        ]
    }
}

/// The result of a device's request to change the profile. What another device changed is no error: the user chooses.
public enum ProfileChange: Sendable {
    case changed(Profile)
    /// Another device has set some of the attributes to other values; nothing was changed.
    case conflicts([ProfileConflict], Profile)
    /// The profile is not at the version that the device requires; nothing was changed.
    case anotherVersion(Profile)
}

/// A user's own profile, as their devices show it.
public struct Profile: Sendable {
    public let user: User
    public let role: Role
    public let identities: [Identity]
}
