@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI

extension Sample {
    static let signIn: [(String, any ConsoleView)] = [
        ("sign-in", signInPage(errors: nil)),
        (
            "sign-in-wrong",
            signInPage(
                errors: FormErrorsView(
                    title: "Not signed in",
                    problems: [.init(text: "The e-mail address or the password is wrong.", fieldID: nil)]
                )
            )
        ),
        (
            "setup",
            SetupView(
                head: head("Set up"),
                form: form("/setup/gh_setup_x"),
                errors: formErrors,
                name: FieldView("name", "Your name", value: "Ada Lovelace", autocomplete: "name"),
                email: FieldView(
                    "email",
                    "Email",
                    kind: .email,
                    value: "ada@",
                    error: "This is not an email address, like ada@example.com.",
                    autocomplete: "username"
                ),
                password: FieldView(
                    "password",
                    "Password",
                    kind: .password,
                    hint: "8 characters or more; long is better than complicated.",
                    autocomplete: "new-password"
                ),
                isPlainHTTP: true
            )
        ),
        (
            "invitation",
            InvitationView(
                head: head("Join CoachMe"),
                tenantName: "CoachMe",
                role: "On-call",
                email: "vic@example.com",
                form: form("/invitations/gh_i_x"),
                errors: formErrors,
                name: FieldView("name", "Your name", value: "Vic Reynolds", autocomplete: "name", isRequired: false),
                password: FieldView(
                    "password",
                    "Password",
                    kind: .password,
                    hint: "8 characters or more.",
                    error: "Use at least 8 characters.",
                    autocomplete: "new-password"
                ),
                isPlainHTTP: true
            )
        ),
        (
            "link",
            OneTimeLinkView(
                head: head("Choose a new password"),
                title: "Choose a new password",
                text:
                    "For your account ada@example.com with CoachMe. Every device that is signed in has to sign in again.",
                errors: formErrors,
                question: OneTimeLinkView.Question(
                    form: form("/links/gh_l_x"),
                    password: FieldView(
                        "password",
                        "New password",
                        kind: .password,
                        hint: "8 characters or more; long is better than complicated.",
                        autocomplete: "new-password"
                    ),
                    button: "Set the password"
                ),
                warning: "Not encrypted (HTTP). Only for this machine or testing."
            )
        ),
        (
            "link-used",
            OneTimeLinkView(
                head: head("This link has been used or has expired"),
                title: "This link has been used or has expired",
                text: "Ask for a new one in the app.",
                errors: nil,
                question: nil,
                warning: nil,
                reference: "7F3K-9QXD"
            )
        ),
        (
            "error",
            ErrorView(
                head: head("Not found"),
                status: "404",
                title: "Page not found",
                text: "Check the URL.",
                requestID: "0193a5c2-7d4e-7abc-8def-0123456789ab",
                reference: "7F3K-9QXD",
                links: [LinkView(label: "To the console", href: "/")]
            )
        ),
        (
            "apple-sign-in",
            AppleSignInView(
                head: head("Sign in with Apple"),
                errors: nil,
                form: form("/sign-in/apple"),
                tenant: FieldView(
                    "tenant",
                    "Tenant",
                    hint: "Its slug, like acme.",
                    maximumLength: 40,
                    isVerbatim: true
                ),
                back: "/sign-in"
            )
        ),
        (
            "apple-leaving",
            AppleLeavingView(
                head: head("Continue to Apple"),
                address: "https://appleid.apple.com/auth/authorize?state=1",
                back: "/sign-in"
            )
        ),
        (
            "error-inside",
            InnerErrorView(
                frame: frame("Not found", current: ""),
                status: "404",
                title: "Page not found",
                text: "Check the URL.",
                requestID: "0193a5c2-7d4e-7abc-8def-0123456789ab",
                reference: "7F3K-9QXD",
                links: [LinkView(label: "Back to overview", href: "/")]
            )
        ),
        (
            "no-pages",
            NoPagesView(
                frame: frame("No access yet", current: "", isOperator: false),
                role: "Clerk",
                signOut: form("/sign-out")
            )
        ),
    ]

    private static func signInPage(errors: FormErrorsView?) -> SignInView {
        SignInView(
            head: head("Sign in"),
            notice: errors == nil ? nil : NoticeView(.plain, "Your session has ended. Sign in again."),
            form: form("/sign-in"),
            errors: errors,
            email: FieldView(
                "email",
                "Email",
                kind: .email,
                value: "ada@example.com",
                autocomplete: "username",
                maximumLength: 254,
                isFocused: errors == nil
            ),
            password: FieldView(
                "password",
                "Password",
                kind: .password,
                autocomplete: "current-password",
                maximumLength: 1024
            ),
            tenant: FieldView(
                "tenant",
                "Tenant",
                hint: "Only if you belong to several tenants: its slug, like acme.",
                maximumLength: 40,
                isRequired: false,
                isVerbatim: true
            ),
            apple: "/sign-in/apple",
            isPlainHTTP: true
        )
    }
}
