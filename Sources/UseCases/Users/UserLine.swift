import Domain
import Foundation
import StrictJSON

/// One user as a line of JSON.
///
/// `{"id"?, "email"?, "email_verified"?, "contested"?, "name"?, "role"?, "state"?, "banned_until"?, "created_at"?,
/// "is_anonymous"?, "user_metadata"?, "app_metadata"?, "password_hash"?, "identities"?: [{"provider", "subject"}]}`;
/// null counts as absent, and an unknown key is an error. Without a role the user is a customer.
struct UserLine: Sendable {
    static let maximumBytes = 64 * 1024
    private static let maximumIdentities = 10
    private static let subjectLengths = 1...255
    /// How far another system's clock may be ahead.
    private static let clockTolerance = Duration.minutes(5)
    private static let limits = JSONLimits(maximumDepth: UserAttributes.maximumDepth + 8)

    let tenant: Tenant.ID
    /// The tenant stores no personal data of its users.
    let isAnonymous: Bool
    let systemContext: SystemContext

    /// Explains why a line is not a valid user.
    enum Fault: Error, Sendable {
        case tooLong
        case syntax(JSONSyntaxError)
        case noObject
        case fields([FieldProblem])

        var sentence: String {
            switch self {
            case .tooLong: "The line is longer than \(maximumBytes / 1024) KiB."
            case .syntax(let error): "This is not JSON: column \(error.column): \(error.reason.sentence)"
            case .noObject: "The line must be a JSON object."
            case .fields(let problems): problems.map { "\($0.field): \($0.rule.sentence)" }.joined(separator: " ")
            }
        }
    }

    func user(_ line: Data) throws(Fault) -> PortableUser {
        guard line.count <= Self.maximumBytes else { throw .tooLong }
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(parsing: Array(line), limits: Self.limits) } catch {
            throw .syntax(error)
        }
        guard let object = value.objectValue else { throw .noObject }
        var fields = LineFields(object)
        let portable = user(&fields)
        fields.rejectRest()
        if isAnonymous { rejectTraces(of: portable, &fields) }
        guard fields.problems.isEmpty else { throw .fields(fields.problems) }
        return portable
    }

    /// Returns made-up values where there is a problem; they are then discarded.
    private func user(_ fields: inout LineFields) -> PortableUser {
        let now = systemContext.now()
        let createdAt = fields.read("created_at") { text throws(FieldProblem.Rule) in
            try Self.creation(text, at: now)
        }
        let id = fields.read("id", Self.id)
        let email = UserAdministration.email(fields.text("email"), &fields.problems)
        let isVerified = fields.flag("email_verified") ?? false
        let isContested = fields.flag("contested") ?? false
        let name = UserAdministration.name(fields.text("name"), &fields.problems)
        let role = fields.read("role", Self.role)
        let state = fields.read("state", Self.state)
        let bannedUntil = bannedUntil(&fields, state: state)
        let isAnonymous = fields.flag("is_anonymous") ?? false
        let (own, app) = (fields.attributes("user_metadata"), fields.attributes("app_metadata"))
        let password = password(&fields, hasAddress: email != nil, state: state)
        let user = User(
            id: id ?? systemContext.newID(at: createdAt),
            tenant: tenant,
            email: email,
            emailVerified: isVerified && email != nil,
            name: name,
            role: role ?? .customer,
            state: state ?? .active,
            createdAt: createdAt ?? now,
            updatedAt: now,
            lastSeenAt: nil,
            userMetadata: own,
            appMetadata: app,
            isAnonymous: isAnonymous && email == nil,
            bannedUntil: bannedUntil
        )
        return PortableUser(
            user: user,
            password: password,
            appleSubjects: appleSubjects(&fields),
            isContested: isContested && email != nil && !isVerified
        )
    }

    private static func creation(_ text: String, at now: Timestamp) throws(FieldProblem.Rule) -> Timestamp {
        let time = try timestamp(text)
        guard time <= now + clockTolerance else { throw .malformed(.english("This is in the future.")) }
        return time
    }

    private static func id(_ text: String) throws(FieldProblem.Rule) -> User.ID {
        guard let id = User.ID(text) else { throw .malformed(.english("This is not a UUID.")) }
        return id
    }

    private static func role(_ text: String) throws(FieldProblem.Rule) -> Role.Name {
        guard let role = Role.Name(text) else { throw .malformed(.noSuchRole) }
        return role
    }

    private static func state(_ text: String) throws(FieldProblem.Rule) -> User.State {
        guard let state = User.State(rawValue: text) else { throw .notOneOf(User.State.allCases.map(\.rawValue)) }
        return state
    }

    private func bannedUntil(_ fields: inout LineFields, state: User.State?) -> Timestamp? {
        let time = fields.read("banned_until", Self.timestamp)
        if time != nil, state != .disabled {
            fields.add("banned_until", .malformed(.english("Only someone disabled has this.")))
        }
        return time
    }

    private static func timestamp(_ text: String) throws(FieldProblem.Rule) -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw .malformed(.english("This is not a time like 2026-11-21T09:00:00Z."))
        }
        return time
    }

    private func rejectTraces(of portable: PortableUser, _ fields: inout LineFields) {
        let rule = FieldProblem.Rule.malformed(.english("This tenant is anonymous and keeps none."))
        if portable.user.email != nil { fields.add("email", rule) }
        if portable.user.name != nil { fields.add("name", rule) }
        if !portable.appleSubjects.isEmpty { fields.add("identities", rule) }
    }

    private func password(_ fields: inout LineFields, hasAddress: Bool, state: User.State?) -> PasswordHash? {
        let field = "password_hash"
        let hash = fields.read(field) { text throws(FieldProblem.Rule) in try PasswordHash(importing: text) }
        guard hash != nil else { return nil }
        if !hasAddress { fields.add(field, .malformed(.passwordWithoutEmail)) }
        if state == .invited { fields.add(field, .malformed(.english("Someone invited has no password yet."))) }
        return hash
    }

    private func appleSubjects(_ fields: inout LineFields) -> [String] {
        let field = "identities"
        guard let value = fields.take(field) else { return [] }
        guard let items = value.arrayValue else {
            fields.add(field, .wrongType(expected: .english("an array")))
            return []
        }
        guard items.count <= Self.maximumIdentities else {
            fields.add(field, .malformed(.english("Name at most \(Self.maximumIdentities).")))
            return []
        }
        let subjects = items.enumerated().compactMap { place, item -> String? in
            var identity = LineFields(item.objectValue ?? [:], under: "\(field)[\(place)]")
            let subject = Self.appleSubject(&identity)
            identity.rejectRest()
            fields.problems += identity.problems
            return subject
        }
        if Set(subjects).count < subjects.count { fields.add(field, .duplicate) }
        return subjects
    }

    private static func appleSubject(_ fields: inout LineFields) -> String? {
        let provider = fields.read("provider") { text throws(FieldProblem.Rule) in
            // A password is imported as a hash.
            guard text == Identity.Provider.apple.rawValue else { throw .notOneOf([Identity.Provider.apple.rawValue]) }
            return text
        }
        let subject = fields.read("subject") { text throws(FieldProblem.Rule) in
            guard subjectLengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .malformed(.english("This is not the subject of an Apple Account."))
            }
            return text
        }
        if provider == nil { fields.missing("provider") }
        if subject == nil { fields.missing("subject") }
        return subject
    }

    /// Returns the JSON that `user(_:)` reads.
    static func object(_ portable: PortableUser, withPassword: Bool) -> JSONObject {
        let user = portable.user
        var object: JSONObject = [
            "id": .string(user.id.description), "email": user.email.map { .string($0.description) } ?? .null,
            "email_verified": .bool(user.emailVerified), "name": user.name.map { .string($0) } ?? .null,
            "role": .string(user.role.description), "state": .string(user.state.rawValue),
            "created_at": .string(user.createdAt.rfc3339),
        ]
        if let time = user.bannedUntil { object["banned_until"] = .string(time.rfc3339) }
        if user.isAnonymous { object["is_anonymous"] = true }
        if portable.isContested { object["contested"] = true }
        if !user.userMetadata.isEmpty { object["user_metadata"] = .object(user.userMetadata.object) }
        if !user.appMetadata.isEmpty { object["app_metadata"] = .object(user.appMetadata.object) }
        if withPassword { object.append("password_hash", portable.password.map { .string($0.text) }) }
        if !portable.appleSubjects.isEmpty {
            object["identities"] = .array(
                portable.appleSubjects.map {
                    ["provider": .string(Identity.Provider.apple.rawValue), "subject": .string($0)]
                }
            )
        }
        return object
    }
}

/// The members of a line's object, each of which can be read once.
private struct LineFields {
    private var rest: JSONObject
    private let prefix: String
    var problems: [FieldProblem] = []

    init(_ object: JSONObject, under path: String? = nil) {
        rest = object
        prefix = path.map { "\($0)." } ?? ""
    }

    mutating func add(_ field: String, _ rule: FieldProblem.Rule) {
        problems.append(.init(field: prefix + field, rule: rule))
    }

    mutating func missing(_ field: String) {
        if !problems.contains(where: { $0.field == prefix + field }) { add(field, .missing) }
    }

    mutating func take(_ field: String) -> JSONValue? {
        guard let value = rest[field] else { return nil }
        rest[field] = nil
        guard !value.isNull else { return nil }
        return value
    }

    mutating func text(_ field: String) -> String? {
        guard let value = take(field) else { return nil }
        if value.stringValue == nil { add(field, .wrongType(expected: .aText)) }
        return value.stringValue
    }

    mutating func flag(_ field: String) -> Bool? {
        guard let value = take(field) else { return nil }
        if value.boolValue == nil { add(field, .wrongType(expected: .aBoolean)) }
        return value.boolValue
    }

    mutating func attributes(_ field: String) -> UserAttributes {
        guard let value = take(field) else { return .none }
        guard let object = value.objectValue else {
            add(field, .wrongType(expected: .english("an object")))
            return .none
        }
        do { return try UserAttributes(object) } catch {
            add(field, error)
            return .none
        }
    }

    mutating func read<Value>(_ field: String, _ meaning: (String) throws(FieldProblem.Rule) -> Value) -> Value? {
        guard let text = text(field) else { return nil }
        do { return try meaning(text) } catch {
            add(field, error)
            return nil
        }
    }

    mutating func rejectRest() {
        for name in rest.names { add(VisibleText.escaped(String(name.prefix(40))), .unknown) }
    }
}
