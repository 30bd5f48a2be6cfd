import ConsoleKit
import Domain

/// One page of a tenant's settings.
struct SettingsView: FramedView {
    static let template = "settings"

    var frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// For users who may change them.
    let form: SettingsFormView?
    /// For users who may only read them.
    let facts: [FactView]
    /// The link to the changes in the audit; nil for users who may not read the audit.
    let audit: String?
}

extension SettingsView {
    /// What the page shows: settings as they are stored or as they were typed, and why they were not saved.
    struct Content: Sendable {
        let form: SettingsForm
        let version: Int
        var problems = FormProblems.none
    }

    init(_ content: Content, _ page: TenantPage) {
        let (form, texts) = (content.form, page.texts)
        let heading = form.page.heading(texts)
        let mayChange = page.access.allows(.manageSettings)
        self.init(
            frame: page.frame(heading, at: page.paths.settings),
            heading: heading,
            finding: form.finding(texts),
            tabs: form.page.tabs(page),
            form: mayChange
                ? SettingsFormView(
                    heading,
                    page.form(page.paths.settings(form.page)),
                    version: content.version,
                    errors: content.problems.summary,
                    parts: form.parts(content.problems, texts),
                    submit: texts("settings.save")
                ) : nil,
            facts: mayChange ? [] : form.lines(texts).map { FactView($0.label, VisibleText.escaped($0.words)) },
            audit: page.settingsAudit()
        )
    }
}
