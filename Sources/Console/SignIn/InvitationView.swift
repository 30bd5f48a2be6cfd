import ConsoleKit
import Domain
import WebCore

/// An invited user chooses a name and a password.
struct InvitationView: ConsoleView {
    static let template = "invitation"

    let head: HeadView
    let tenantName: String
    let role: String
    let email: String
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let password: FieldView
    let isPlainHTTP: Bool
}

extension InvitationView {
    init(_ invitation: InvitationForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        let user = invitation.user
        tenantName = VisibleText.escaped(invitation.tenant.name)
        head = page.head(texts("sign-in.invitation-title", ["tenantName": .text(tenantName)]))
        role = Role.builtIn.first { $0.name == user.role }?.title(texts) ?? user.role.description
        email = user.email?.shown ?? ""
        form = page.form(LinkPaths.invitation(invitation.link))
        errors = problems.summary
        name = FieldView(
            "name",
            texts("sign-in.your-name"),
            value: invitation.name,
            error: problems["name"],
            autocomplete: "name",
            maximumLength: User.nameMaximumLength,
            isRequired: false,
            isFocused: invitation.name.isEmpty
        )
        password = .newPassword(error: problems["password"], texts)
        isPlainHTTP = page.isPlainHTTP
    }
}

/// The form of an invited user, as it was typed.
struct InvitationForm: Sendable {
    let link: String
    let user: User
    let tenant: Tenant
    var name: String
}
