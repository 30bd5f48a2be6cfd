import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The request bodies of the admin plugin. Unknown fields are ignored, as upstream does.
enum BetterAuthAdministrationBody {
    static let idMaximumLength = 64
    static let reasonMaximumLength = 500
    /// A hundred years.
    static let banSeconds = 1...3_155_760_000
    /// The limit of one permission check.
    static let maximumPermissions = 100
    /// The members of `data` that are not custom attributes.
    private static let known: Set<ByteText> = ["name", "email", "emailVerified", "image", "role"]
    private static let fixed: Set<ByteText> = [
        "id", "createdAt", "updatedAt", "banned", "banReason", "banExpires", "banned_until", "app_metadata",
    ]

    struct NewUser: Sendable {
        let draft: UserAdministration.Draft
        /// The change to make after the user is created; nil for none.
        let revision: UserRevision?

        /// `{email, password?, name, role?, data?}`
        init(_ request: Request) async throws {
            let object = try await BetterAuthBody.object(request)
            var fields = BetterAuthBody.fields(object)
            let email = fields.text("email", maximum: Request.maximumContentBytes)
            let name = fields.text("name", maximum: User.nameMaximumLength)
            let password = fields.optionalText("password", minimum: 1, maximum: Request.maximumContentBytes)
            let role = fields.role(in: object) ?? Role.Name.customer.description
            let data = fields.object("data")
            let attributes = Self.attributes(data, &fields)
            try fields.finish(.ignored)
            draft = UserAdministration.Draft(email: email, name: name, role: role, password: password)
            guard let attributes else {
                revision = nil
                return
            }
            var revision = UserRevision()
            revision.userMetadata = attributes
            self.revision = revision
        }

        private static func attributes(_ data: JSONObject?, _ fields: inout Fields) -> JSONObject? {
            guard let data, !data.isEmpty else { return nil }
            do { _ = try UserAttributes(data) } catch { fields.record("data", error) }
            return data
        }
    }

    struct Revision: Sendable {
        let user: User.ID?
        let role: String?
        let revision: UserRevision

        /// `{userId, data: {name?, email?, emailVerified?, image?, role?, …}}`; other members are custom attributes,
        /// which the app may also write.
        init(_ request: Request) async throws {
            let object = try await BetterAuthBody.object(request)
            var fields = BetterAuthBody.fields(object)
            user = fields.userID()
            let data = fields.object("data")
            if data == nil, object["data"] == nil { fields.record("data", .missing) }
            try fields.finish(.ignored)
            let members = data ?? [:]
            guard !members.isEmpty else { throw WebFailure.noData }
            guard members["password"] == nil else { throw WebFailure.passwordInData }
            var inner = Fields(members)
            var revision = UserRevision()
            if inner.has("name") { revision.name = inner.optionalText("name", maximum: User.nameMaximumLength) ?? "" }
            revision.email = inner.optionalText("email", minimum: 1, maximum: Request.maximumContentBytes)
            revision.emailVerified = inner.optionalBool("emailVerified")
            role = inner.role(in: members)
            for name in members.names where fixed.contains(ByteText(name)) { inner.record(name, .unknown) }
            try inner.finish(.ignored)
            let rest = members.filter { name, _ in
                !BetterAuthAdministrationBody.known.contains(ByteText(name)) || name.hasSameBytes(as: "image")
            }
            if !rest.isEmpty { revision.userMetadata = JSONObject(rest.map { ($0.name, $0.value) }) }
            self.revision = revision
        }
    }

    struct Ban: Sendable {
        let user: User.ID?
        let revision: UserRevision

        /// `{userId, banReason?, banExpiresIn?}`; without a time the ban lasts until it is lifted.
        init(_ request: Request, at now: Timestamp) async throws {
            var fields = BetterAuthBody.fields(try await BetterAuthBody.object(request))
            user = fields.userID()
            let reason = fields.optionalText("banReason", maximum: reasonMaximumLength)
            let seconds = fields.optionalInteger("banExpiresIn", in: banSeconds)
            try fields.finish(.ignored)
            var revision = UserRevision()
            if let seconds { revision.ban = .until(now + .seconds(seconds)) } else { revision.ban = .always }
            revision.banReason = reason
            self.revision = revision
        }
    }

    /// `{userId}`
    /// - Throws: `.notFound(.user)` when the text is not an id.
    static func user(_ request: Request) async throws -> User.ID {
        var fields = BetterAuthBody.fields(try await BetterAuthBody.object(request))
        let id = fields.userID()
        try fields.finish(.ignored)
        guard let id else { throw DomainError.notFound(.user) }
        return id
    }

    /// `{userId, role}`
    static func role(_ request: Request) async throws -> (user: User.ID?, role: String) {
        let object = try await BetterAuthBody.object(request)
        var fields = BetterAuthBody.fields(object)
        let id = fields.userID()
        let role = fields.role(in: object)
        if role == nil, object["role"] == nil { fields.record("role", .missing) }
        try fields.finish(.ignored)
        return (id, role ?? "")
    }

    /// `{newPassword, userId}`
    static func password(_ request: Request) async throws -> (user: User.ID?, revision: UserRevision) {
        var fields = BetterAuthBody.fields(try await BetterAuthBody.object(request))
        var revision = UserRevision()
        revision.password = fields.text("newPassword", maximum: Request.maximumContentBytes)
        let id = fields.userID()
        try fields.finish(.ignored)
        return (id, revision)
    }

    /// `{sessionToken}`; nil when the text is not a handle.
    static func session(_ request: Request) async throws -> Session.ID? {
        var fields = BetterAuthBody.fields(try await BetterAuthBody.object(request))
        let token = fields.text("sessionToken", maximum: 512)
        try fields.finish(.ignored)
        return Session.ID(token)
    }

    /// `{permissions: {user: ["list"], session: ["revoke"]}}`, or `permission` from older clients; nil represents an
    /// unknown permission.
    static func permissions(_ request: Request) async throws -> [PermissionName?] {
        let object = try await BetterAuthBody.object(request)
        var fields = BetterAuthBody.fields(object)
        let name = object["permissions"] == nil && object["permission"] != nil ? "permission" : "permissions"
        let wanted = fields.object(name)
        if wanted == nil, object[name] == nil { fields.record(name, .missing) }
        let pairs = (wanted ?? [:]).flatMap { resource, actions in
            (actions.arrayValue ?? [.null]).map { ("\(resource)", $0.stringValue) }
        }
        if pairs.isEmpty || pairs.count > maximumPermissions || pairs.contains(where: { $0.1 == nil }) {
            fields.record(
                name,
                .malformed(.english("Write {\"user\": [\"list\"]}, with 1 to \(maximumPermissions) actions."))
            )
        }
        try fields.finish(.ignored)
        return pairs.map { resource, action in permission(resource, action ?? "") }
    }

    private static func permission(_ resource: String, _ action: String) -> PermissionName? {
        switch (resource, action) {
        case ("user", "list"), ("user", "get"): .readUsers
        case ("user", "create"), ("user", "update"), ("user", "ban"), ("user", "delete"), ("user", "set-password"):
            .manageUsers
        case ("user", "set-role"): .assignRoles
        case ("user", "impersonate"): .impersonateUsers
        case ("session", "list"): .readSessions
        case ("session", "revoke"), ("session", "delete"): .revokeSessions
        default: nil
        }
    }
}

extension Fields {
    /// The member `userId`; nil when the text is not an id, and so names no user.
    fileprivate mutating func userID() -> User.ID? {
        User.ID(text("userId", maximum: BetterAuthAdministrationBody.idMaximumLength))
    }

    /// A role, or a list of exactly one; nil when absent.
    fileprivate mutating func role(in object: JSONObject) -> String? {
        guard let value = object["role"] else { return nil }
        if let text = value.stringValue { return text }
        if let list = value.arrayValue, list.count == 1, let text = list[0].stringValue { return text }
        record("role", .wrongType(expected: .english("the name of one role")))
        return nil
    }
}

extension WebFailure {
    fileprivate static let noData = WebFailure(
        .badRequest,
        "no_data_to_update",
        title: "There is nothing to change",
        detail: "No data to update"
    )
    fileprivate static let passwordInData = WebFailure(
        .badRequest,
        "password_cannot_be_updated_via_update_user",
        title: "The password cannot be changed here",
        detail: "Send the password to /admin/set-user-password."
    )
}
