import ConsoleKit
import Domain

/// The form of a new user, or of changes to one.
struct UserFormView: FramedView {
    static let template = "user-form"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let introduction: String
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let email: FieldView
    /// Only when a user is created.
    let password: FieldView?
    let role: SelectView?
    let submit: String
    let cancel: String
}

extension UserFormView {
    init(_ form: UserForm, _ page: TenantPage) {
        let (purpose, texts, paths) = (form.purpose, page.texts, page.paths)
        let title = purpose.title(texts)
        let errors = form.problems.summary
        self.init(
            frame: page.frame(title, at: paths.users),
            breadcrumb: Self.breadcrumb(purpose, page),
            title: title,
            introduction: texts(purpose.introduction),
            form: page.form(purpose.action(paths)),
            errors: errors,
            name: Self.name(form, isFocused: errors == nil, texts),
            email: Self.email(form, texts),
            password: Self.password(form, texts),
            role: form.roles.map { $0.select(Role.Name(form.typed.role), error: form.problems["role"]) },
            submit: texts(purpose.submit),
            cancel: purpose.cancel(paths)
        )
    }

    private static func name(_ form: UserForm, isFocused: Bool, _ texts: Texts) -> FieldView {
        FieldView(
            "name",
            texts("users.name"),
            value: form.typed.name,
            error: form.problems["name"],
            autocomplete: "off",
            maximumLength: User.nameMaximumLength,
            isRequired: false,
            isFocused: isFocused
        )
    }

    private static func email(_ form: UserForm, _ texts: Texts) -> FieldView {
        let isRequired = if case .invitation = form.purpose { true } else { false }
        return FieldView(
            "email",
            texts("users.email"),
            kind: .email,
            value: form.typed.email,
            error: form.problems["email"],
            autocomplete: "off",
            maximumLength: EmailAddress.maximumLength,
            isRequired: isRequired
        )
    }

    private static func password(_ form: UserForm, _ texts: Texts) -> FieldView? {
        guard case .creation = form.purpose else { return nil }
        return .newPassword(error: form.problems["password"], isRequired: false, texts)
    }

    private static func breadcrumb(_ purpose: UserForm.Purpose, _ page: TenantPage) -> BreadcrumbView {
        let (texts, paths) = (page.texts, page.paths)
        let users = LinkView(label: texts("users.title"), href: paths.users)
        guard case .edit(let user) = purpose else { return BreadcrumbView(links: [users], current: texts("users.new")) }
        return BreadcrumbView(
            links: [users, LinkView(label: user.title(texts), href: paths.user(user.id))],
            current: texts("users.edit")
        )
    }
}
