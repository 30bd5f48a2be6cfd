import Foundation
import StrictJSON

/// A user of one tenant.
public struct User: Sendable, Hashable {
    public typealias ID = Identifier<User>

    public enum State: String, Sendable, CaseIterable {
        case active
        /// The user cannot sign in, and none of their sessions is accepted.
        case disabled
        /// An administrator has invited the user, who has not set a password yet.
        case invited
    }

    public static let nameMaximumLength = 200

    public let id: ID
    public let tenant: Tenant.ID
    /// Nil for users who signed up without an address.
    public let email: EmailAddress?
    public let emailVerified: Bool
    public let name: String?
    public let role: Role.Name
    public let state: State
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public let lastSeenAt: Timestamp?
    /// Written by the app.
    public let userMetadata: UserAttributes
    /// Written by the tenant's back end and its settings; the app only reads it.
    public let appMetadata: UserAttributes
    /// The user signed up without any proof: losing the session means losing the account.
    public let isAnonymous: Bool
    /// When the ban of a disabled user ends; nil for never.
    public let bannedUntil: Timestamp?
    /// The history of the profile, which the store updates with each change.
    public let history: ProfileHistory

    public init(
        id: ID,
        tenant: Tenant.ID,
        email: EmailAddress?,
        emailVerified: Bool,
        name: String?,
        role: Role.Name,
        state: State,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        lastSeenAt: Timestamp?,
        userMetadata: UserAttributes = .none,
        appMetadata: UserAttributes = .none,
        isAnonymous: Bool = false,
        bannedUntil: Timestamp? = nil,
        history: ProfileHistory = .none
    ) {
        self.history = history
        self.id = id
        self.tenant = tenant
        self.email = email
        self.emailVerified = emailVerified
        self.name = name
        self.role = role
        self.state = state
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSeenAt = lastSeenAt
        self.userMetadata = userMetadata
        self.appMetadata = appMetadata
        self.isAnonymous = isAnonymous
        self.bannedUntil = bannedUntil
    }

    /// Whether a ban had an end, which has passed.
    public func hasServedBan(at moment: Timestamp) -> Bool {
        state == .disabled && bannedUntil.map { $0 <= moment } ?? false
    }
}

/// A sign-in method of a user: (tenant, provider, subject). Never found by email alone.
public struct Identity: Sendable, Hashable {
    public enum Provider: String, Sendable, CaseIterable {
        case password, apple
    }

    public let provider: Provider
    /// The provider's id of the user; for `password` the user's own id.
    public let subject: String
    public let createdAt: Timestamp
    public let lastUsedAt: Timestamp?

    public init(provider: Provider, subject: String, createdAt: Timestamp, lastUsedAt: Timestamp?) {
        self.provider = provider
        self.subject = subject
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// Validates a display name: one line, trimmed, without control or direction-changing characters.
public enum DisplayName {
    /// The bytes allowed for surrounding space, and for marks that are composed with their letters.
    private static let typedSlack = 1024

    /// - Throws: `.tooLong` or `.malformed` for the field; nil for blank text.
    public static func validated(
        _ text: String,
        maximumLength: Int = User.nameMaximumLength
    ) throws(FieldProblem.Rule) -> String? {
        guard text.utf8.count <= maximumLength * 4 + typedSlack else { throw .tooLong(maximum: maximumLength) }
        guard text.isStreamSafe else {
            throw .malformed("Use at most \(StreamSafeText.maximumMarks) combining marks in a row.")
        }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !name.isEmpty else { return nil }
        guard name.count <= maximumLength, name.utf8.count <= maximumLength * 4 else {
            throw .tooLong(maximum: maximumLength)
        }
        guard name.unicodeScalars.allSatisfy({ !VisibleText.isHidden($0) }) else {
            throw .malformed("Leave out line breaks and invisible characters.")
        }
        return name
    }
}

extension FieldProblem.Rule: Error {}

/// Finds characters that a reader cannot see, or that change how their neighbours are displayed.
public enum VisibleText {
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x00AD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The text with every hidden character written out (`\u{202E}`), so that a hostile line cannot pretend to be
    /// another.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.reduce(into: "") { visible, scalar in
            if isHidden(scalar) {
                visible += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
    }
}

extension User {
    /// Returns a copy with other values. A new address is unverified, unless stated otherwise; a user who is not
    /// disabled has no ban.
    public func with(
        email: EmailAddress?? = nil,
        emailVerified: Bool? = nil,
        name: String?? = nil,
        role: Role.Name? = nil,
        state: State? = nil,
        userMetadata: UserAttributes? = nil,
        appMetadata: UserAttributes? = nil,
        isAnonymous: Bool? = nil,
        bannedUntil: Timestamp?? = nil,
        updatedAt: Timestamp
    ) -> User {
        let state = state ?? self.state
        return User(
            id: id,
            tenant: tenant,
            email: email ?? self.email,
            emailVerified: emailVerified ?? ((email ?? self.email) == self.email && self.emailVerified),
            name: name ?? self.name,
            role: role ?? self.role,
            state: state,
            createdAt: createdAt,
            updatedAt: updatedAt,
            lastSeenAt: lastSeenAt,
            userMetadata: userMetadata ?? self.userMetadata,
            appMetadata: appMetadata ?? self.appMetadata,
            isAnonymous: isAnonymous ?? self.isAnonymous,
            bannedUntil: state == .disabled ? bannedUntil ?? self.bannedUntil : nil,
            history: history
        )
    }

    /// Returns a copy of the user with another history.
    func with(history: ProfileHistory) -> User {
        User(
            id: id,
            tenant: tenant,
            email: email,
            emailVerified: emailVerified,
            name: name,
            role: role,
            state: state,
            createdAt: createdAt,
            updatedAt: updatedAt,
            lastSeenAt: lastSeenAt,
            userMetadata: userMetadata,
            appMetadata: appMetadata,
            isAnonymous: isAnonymous,
            bannedUntil: bannedUntil,
            history: history
        )
    }
}
