import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

extension Sample {
    static let settings: [(String, any ConsoleView)] = [
        ("settings", settingsPage(SettingsForm(.signIn, .standard), mayChange: true)),
        ("settings-read", settingsPage(SettingsForm(.signIn, .standard), mayChange: false)),
        ("settings-sessions", settingsPage(SettingsForm(.sessions, .standard), mayChange: true)),
        ("settings-apple", appleSettings), ("settings-texts", settingsList(isEmpty: false)),
        ("settings-texts-empty", settingsList(isEmpty: true)),
    ]

    private static let texts = TestTexts.english

    private static let settingProblems = FormProblems(
        [
            FieldProblem(
                field: "methods",
                rule: .malformed(.localizable("forms.methods-none", "Leave at least one sign-in method on."))
            ),
            FieldProblem(
                field: "idle",
                rule: .malformed(
                    .localizable(
                        "time.span.range",
                        "Choose from {lowest} to {highest}.",
                        ["lowest": .span(seconds: 300), "highest": .span(seconds: 31_536_000)]
                    )
                )
            ),
            FieldProblem(field: "text", rule: .missing),
        ],
        texts
    )

    private static func settingsPage(_ form: SettingsForm, mayChange: Bool) -> SettingsView {
        let page = form.page
        return SettingsView(
            frame: frame(page.heading(texts), current: "Settings"),
            heading: page.heading(texts),
            finding: form.finding(texts),
            tabs: tabs(page),
            form: mayChange
                ? SettingsFormView(
                    page.heading(texts),
                    Sample.form("/t/acme/settings"),
                    version: 7,
                    errors: settingProblems.summary,
                    parts: form.parts(settingProblems, texts),
                    submit: "Save",
                    cancel: "/t/acme/settings"
                ) : nil,
            facts: mayChange ? [] : form.lines(texts).map { FactView($0.label, $0.words) },
            audit: "/t/acme/audit"
        )
    }

    private static let appleSettings = AppleSettingsView(
        frame: frame("Sign in with Apple", current: "Settings"),
        heading: "Sign in with Apple",
        finding: "Set up for com.example.app.",
        tabs: tabs(.apple),
        verdict: VerdictView(.failed, "Apple refuses something:", "a client ID is wrong."),
        answers: AppleAnswersView(
            findings: [
                AppleFindingView(
                    title: "com.example.app",
                    badge: BadgeView(.failed, "Rejected"),
                    detail: "invalid_client"
                )
            ],
            hasAdvice: true,
            advice: [AppleAdviceView(suspect: "A client ID", sentence: "Each must be a bundle ID of this team.")]
        ),
        forms: [
            SettingsFormView(
                "Your app at Apple",
                form("/t/acme/settings/apple"),
                version: 7,
                errors: settingProblems.summary,
                parts: AppleSettingsForm(nil).parts(settingProblems, texts),
                submit: "Save"
            ),
            SettingsFormView(
                "Options",
                form("/t/acme/settings/apple/rules"),
                version: 7,
                errors: nil,
                parts: SettingsForm(.apple, .standard).parts(settingProblems, texts),
                submit: "Save"
            ),
        ],
        proof: "/proof",
        facts: [FactView("Team", "7F4XK2QW9B", isCode: true)],
        check: AppleCheckFormView(
            form: form("/t/acme/settings/apple/check"),
            callback: "https://gatehouse.example/t/acme/apple/callback",
            redirect: SelectView(
                "redirect",
                "Return URL",
                options: [
                    OptionView(value: "https://gatehouse.example", label: "https://gatehouse.example", isSelected: true)
                ]
            )
        ),
        addresses: [
            AddressView(
                id: "callback-0",
                label: "Return URL",
                value: "https://gatehouse.example/t/acme/apple/callback",
                hint: "For browsers."
            )
        ],
        audit: "/t/acme/audit"
    )

    private static func tabs(_ current: SettingsPage) -> [NavigationLinkView] {
        SettingsPage.allCases.map {
            NavigationLinkView(label: $0.label(texts), href: "/t/acme/settings", isCurrent: $0 == current)
        }
    }

    private static func settingsList(isEmpty: Bool) -> SettingsListView {
        let rows = [
            ("password.wrong", "fr", "L’adresse ou le mot de passe n’est pas juste."),
            ("apple.down", "en", "Try again soon."),
        ]
        return SettingsListView(
            frame: frame("Custom error messages", current: "Settings"),
            heading: "Custom error messages",
            finding: "2 messages in 2 languages.",
            tabs: tabs(.texts),
            hasRows: !isEmpty,
            firstColumn: "Code",
            secondColumn: "Message",
            rows: isEmpty
                ? []
                : rows.map {
                    SettingsRowView(
                        title: $0.0,
                        detail: $0.1,
                        text: $0.2,
                        edit: "/t/acme/settings/texts?code=x",
                        remove: RemovalView(
                            form("/t/acme/settings/texts/removal"),
                            [HiddenFieldView(name: "version", value: "7")]
                        )
                    )
                },
            empty: isEmpty ? EmptyView("No custom error messages", "Add the message that users see.") : nil,
            forms: [
                SettingsFormView(
                    "Add message",
                    form("/t/acme/settings/texts"),
                    version: 7,
                    errors: isEmpty ? settingProblems.summary : nil,
                    parts: TypedMessage().parts(settingProblems, texts)
                        + TypedAttribute().parts(settingProblems, texts),
                    submit: "Save",
                    cancel: "/t/acme/settings/texts"
                )
            ],
            audit: "/t/acme/audit"
        )
    }
}
