import ConsoleKit
import Domain
import WebCore

extension SetupView {
    init(_ setup: SetupForm, _ page: SignInPage) {
        let texts = page.texts
        let problems = FormProblems(setup.problems, texts)
        head = page.head(texts("sign-in.setup-head"))
        form = page.form(LinkPaths.setup(setup.link))
        errors = problems.summary
        name = FieldView(
            "name",
            texts("sign-in.your-name"),
            value: setup.name,
            error: problems["name"],
            autocomplete: "name",
            maximumLength: User.nameMaximumLength,
            isFocused: setup.name.isEmpty
        )
        email = FieldView(
            "email",
            texts("sign-in.your-email"),
            kind: .email,
            value: setup.email,
            error: problems["email"],
            autocomplete: "username",
            maximumLength: EmailAddress.maximumLength
        )
        password = .newPassword(error: problems["password"], texts)
        isPlainHTTP = page.isPlainHTTP
    }
}

extension InvitationView {
    init(_ invitation: InvitationForm, _ page: SignInPage) {
        let texts = page.texts
        let problems = FormProblems(invitation.problems, texts)
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

extension OneTimeLinkView {
    /// After an invitation of an app's user, who signs in there.
    init(accountReady page: SignInPage) {
        let title = page.texts("sign-in.ready-title")
        self.init(
            head: page.head(title),
            title: title,
            text: page.texts("sign-in.ready-text"),
            errors: nil,
            question: nil,
            warning: nil
        )
    }
}
