import ConsoleKit
import Domain
import WebCore

/// A form about a user: the typed values, and the problems with them.
struct UserForm {
    enum Purpose {
        case creation, invitation
        case edit(User)
    }

    struct Typed {
        var name = ""
        var email = ""
        var role = Role.Name.customer.description

        init() {}

        init(_ user: User) {
            name = user.name ?? ""
            email = user.email?.shown ?? ""
        }

        /// Reads the fields, and keeps invalid ones as typed.
        init(_ fields: inout Fields, withRole: Bool = true) {
            name = fields.optionalText("name", maximum: User.nameMaximumLength) ?? fields.typed("name")
            email = fields.optionalText("email", maximum: EmailAddress.maximumLength) ?? fields.typed("email")
            if withRole { role = fields.text("role", maximum: Role.Name.maximumLength) }
        }
    }

    let purpose: Purpose
    let typed: Typed
    /// Nil when the form has no choice of a role.
    let roles: RoleTitles?
    let problems: FormProblems

    init(_ purpose: Purpose, _ typed: Typed, roles: RoleTitles?, _ problems: FormProblems = .none) {
        self.purpose = purpose
        self.typed = typed
        self.roles = roles
        self.problems = problems
    }
}

extension UserForm.Purpose {
    /// The field that a rejection of valid values is about.
    func field(of error: DomainError) -> String {
        if case .edit = self { return "email" }
        return error == .conflict(.emailTaken) ? "email" : "role"
    }

    func title(_ texts: Texts) -> String {
        switch self {
        case .creation: texts("users.create")
        case .invitation: texts("users.invite")
        case .edit(let user): texts("users.edit-title", ["name": .text(user.title(texts))])
        }
    }

    var introduction: TextKey {
        switch self {
        case .creation: "users.create-text"
        case .invitation: "users.invite-text"
        case .edit: "users.edit-text"
        }
    }

    var submit: TextKey {
        switch self {
        case .creation: "users.create"
        case .invitation: "users.invite-submit"
        case .edit: "users.save"
        }
    }

    func action(_ paths: TenantPaths) -> String {
        switch self {
        case .creation: paths.users
        case .invitation: paths.invitations
        case .edit(let user): paths.userProfile(user.id)
        }
    }

    func cancel(_ paths: TenantPaths) -> String {
        if case .edit(let user) = self { paths.user(user.id) } else { paths.users }
    }
}
