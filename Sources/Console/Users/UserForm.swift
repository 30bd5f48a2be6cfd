import ConsoleKit
import Domain
import UseCases
import WebCore

/// A form about a person: what was typed, and what is wrong with it.
struct UserForm {
    enum Purpose {
        case creation, invitation
        case edit(User)

        var title: String {
            switch self {
            case .creation: "Create user"
            case .invitation: "Invite someone"
            case .edit(let user): "Edit \(user.title)"
            }
        }

        var introduction: String {
            switch self {
            case .creation:
                "The user can sign in immediately. To let them choose their own password, invite them instead."
            case .invitation:
                "You get a link to send to them. It works once, for seven days, and lets them choose a password."
            case .edit: "Apps see the changes with their next request."
            }
        }

        var submit: String {
            switch self {
            case .creation: "Create user"
            case .invitation: "Create invitation"
            case .edit: "Save"
            }
        }

        func action(_ tenant: Tenant.Slug) -> String {
            switch self {
            case .creation: ConsolePaths.users(tenant)
            case .invitation: ConsolePaths.inside(tenant, "invitations")
            case .edit(let user): ConsolePaths.user(user.id, tenant) + "/profile"
            }
        }
    }

    struct Typed {
        var name = ""
        var email = ""
        var role = Role.Name.customer.description

        init() {}

        init(_ user: User) {
            name = user.name ?? ""
            email = user.email?.description ?? ""
        }

        /// Reads the fields, and keeps what cannot be read as it was typed.
        init(_ fields: inout Fields, withRole: Bool = true) {
            name = fields.optionalText("name", maximum: User.nameMaximumLength) ?? fields.typed("name")
            email = fields.optionalText("email", maximum: EmailAddress.maximumLength) ?? fields.typed("email")
            if withRole { role = fields.text("role", maximum: Role.Name.maximumLength) }
        }
    }

    let purpose: Purpose
    let typed: Typed
    let problems: FormProblems
    let errors: FormErrorsView?

    func view(frame: FrameView, form: FormView, roles: RoleTitles?, _ tenant: Tenant.Slug) -> UserFormView {
        UserFormView(
            frame: frame,
            breadcrumb: breadcrumb(tenant),
            title: purpose.title,
            introduction: purpose.introduction,
            form: form,
            errors: errors ?? problems.summary,
            name: FieldView(
                "name",
                "Name",
                value: typed.name,
                error: problems["name"],
                autocomplete: "off",
                maximumLength: User.nameMaximumLength,
                isRequired: false,
                isFocused: errors == nil && problems.summary == nil
            ),
            email: FieldView(
                "email",
                "Email",
                kind: .email,
                value: typed.email,
                error: problems["email"],
                autocomplete: "off",
                maximumLength: EmailAddress.maximumLength,
                isRequired: isEmailRequired
            ),
            password: password,
            role: roles.map { $0.select(Role.Name(typed.role), hint: nil, error: problems["role"]) },
            submit: purpose.submit,
            cancel: cancel(tenant)
        )
    }

    private var isEmailRequired: Bool {
        if case .invitation = purpose { true } else { false }
    }

    private var password: FieldView? {
        guard case .creation = purpose else { return nil }
        return .newPassword(error: problems["password"], isRequired: false)
    }

    private func cancel(_ tenant: Tenant.Slug) -> String {
        if case .edit(let user) = purpose { ConsolePaths.user(user.id, tenant) } else { ConsolePaths.users(tenant) }
    }

    private func breadcrumb(_ tenant: Tenant.Slug) -> BreadcrumbView {
        let users = LinkView(label: "Users", href: ConsolePaths.users(tenant))
        guard case .edit(let user) = purpose else { return BreadcrumbView(links: [users], current: "New") }
        return BreadcrumbView(
            links: [users, LinkView(label: user.title, href: ConsolePaths.user(user.id, tenant))],
            current: "Edit"
        )
    }
}
