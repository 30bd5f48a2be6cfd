import ConsoleKit
import Domain
import UseCases
import WebCore

/// A tenant's app at Apple.
struct AppleSettingsView: FramedView {
    static let template = "settings-apple"

    var frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// What Apple said just now, or what it rejects in daily work.
    let verdict: VerdictView?
    /// What Apple said just now, to each client id.
    let answers: AppleAnswersView?
    /// None for users who may only read.
    let forms: [SettingsFormView]
    /// The page for a new proof before the credentials can be changed; nil when none is needed.
    let proof: String?
    let facts: [FactView]
    /// Tests the settings at Apple; nil while nothing is set, and for users who may only read.
    let check: AppleCheckFormView?
    /// What the developer account has to know.
    let addresses: [AddressView]
    /// The link to the changes in the audit; nil for users who may not read the audit.
    let audit: String?
}

extension AppleSettingsView {
    init(_ state: AppleSettingsState, _ page: TenantPage) {
        let texts = page.texts
        let path = page.paths.settings(.apple)
        let mayChange = page.access.allows(.manageSettings)
        let hasProven = (try? page.access.principal.mustHaveProven(by: page.clock.now)) != nil
        let options = state.sent.options ?? SettingsForm(.apple, state.settings.settings)
        let optionsForm = SettingsFormView(options: options, state, page)
        let addresses = page.appleAddresses(state.hosts)
        let optionFacts = mayChange ? [] : options.lines(texts).map { FactView($0.label, $0.words) }
        self.init(
            frame: page.frame(SettingsPage.apple.heading(texts), at: page.paths.settings),
            heading: SettingsPage.apple.heading(texts),
            finding: state.finding(texts),
            tabs: SettingsPage.apple.tabs(page),
            verdict: state.sent.checkUp?.verdict(texts) ?? state.apple?.fault?.verdict(page.clock, texts),
            answers: state.sent.checkUp.map { AppleAnswersView($0, texts) },
            forms: mayChange
                ? (hasProven ? [SettingsFormView(credentials: state, page), optionsForm] : [optionsForm]) : [],
            proof: mayChange && !hasProven
                ? ConsolePaths.leading(ConsolePaths.proof, to: ConsoleReturnPath(path)) : nil,
            facts: state.facts(page.clock, texts) + optionFacts,
            check: mayChange ? AppleCheckFormView(state, addresses.callbacks, page) : nil,
            addresses: AddressView.all(addresses, texts),
            audit: page.settingsAudit(.appleSettingsChanged)
        )
    }
}

/// What the page of the app at Apple shows: what is stored, and what came of a form.
struct AppleSettingsState: Sendable {
    let apple: AppleSettings?
    let backlog: AppleBacklog
    let hosts: [HostName]
    let settings: VersionedSettings
    var sent = Sent()

    /// What came of a form, and the form as it was typed.
    struct Sent: Sendable {
        var form: AppleSettingsForm?
        var options: SettingsForm?
        /// The version that it was drawn from.
        var version: Int?
        var checkUp: AppleCheckUp?
        /// The return address that Apple was asked for.
        var redirect: String?
        var problems = FormProblems.none

        fileprivate func version(current: Int) -> Int { problems.version(sent: version, current: current) }
    }
}

extension AppleSettingsState {
    fileprivate static let shownClientIDs = 3

    /// One sentence or two that say what is set up.
    fileprivate func finding(_ texts: Texts) -> String {
        guard let apple else { return texts("settings.apple.finding-none") }
        let shown = apple.clientIDs.prefix(Self.shownClientIDs).map { VisibleText.escaped($0) }
        let more = apple.clientIDs.count - shown.count
        let ids = TextArgument.text(texts.list(shown))
        let first =
            more > 0
            ? texts("settings.apple.finding-more", count: more, ["ids": ids])
            : texts("settings.apple.finding", ["ids": ids])
        let isOn = settings.settings.methods.contains(.apple)
        return "\(first) \(texts(isOn ? "settings.apple.finding-on" : "settings.apple.finding-off"))"
    }

    fileprivate func facts(_ clock: PageClock, _ texts: Texts) -> [FactView] {
        guard let apple else { return [] }
        return [
            FactView(texts("settings.apple.team-id.label"), apple.teamID, isCode: true),
            FactView(texts("settings.apple.key-id.label"), apple.keyID, isCode: true),
            FactView(texts("settings.apple.fingerprint"), ShortID.of(apple.keyFingerprint), isCode: true),
            FactView(texts("settings.apple.client-ids.label"), apple.clientIDs.joined(separator: ", "), isCode: true),
            FactView(
                texts("settings.apple.web-client-id.label"),
                apple.webClientID ?? texts("settings.apple.web-client-id.none"),
                isCode: apple.webClientID != nil
            ),
            FactView(texts("settings.apple.updated"), at: clock.relative(apple.updatedAt)),
            FactView(texts("settings.apple.pending"), pending(texts)),
        ] + (backlog.lastError.map { [FactView(texts("settings.apple.last-error"), $0, isCode: true)] } ?? [])
    }

    private func pending(_ texts: Texts) -> String {
        guard backlog.waiting > 0 else { return texts("settings.apple.pending-none") }
        let waiting = texts("settings.apple.pending-users", count: backlog.waiting)
        guard backlog.failing > 0 else { return waiting }
        return texts("settings.apple.pending-failed", ["users": .text(waiting), "failing": .number(backlog.failing)])
    }
}

/// An address to be copied elsewhere.
struct AddressView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}

extension AddressView {
    fileprivate static func all(_ addresses: AppleAddresses, _ texts: Texts) -> [AddressView] {
        let callbacks = addresses.callbacks.enumerated().map { place, address in
            AddressView(
                id: "callback-\(place)",
                label: texts("settings.apple.callback"),
                value: address,
                hint: texts("settings.apple.callback-hint")
            )
        }
        let notifications = addresses.notifications.prefix(1).map {
            AddressView(
                id: "notices",
                label: texts("settings.apple.notifications"),
                value: $0,
                hint: texts("settings.apple.notifications-hint")
            )
        }
        return callbacks + notifications
    }
}

extension SettingsFormView {
    fileprivate init(credentials state: AppleSettingsState, _ page: TenantPage) {
        let form = state.sent.form ?? AppleSettingsForm(state.apple)
        self.init(
            page.texts(state.apple == nil ? "settings.apple.connect" : "settings.apple-app"),
            page.form(page.paths.settings(.apple)),
            version: state.sent.form == nil
                ? AppleSettingsForm.version(of: state.apple)
                : state.sent.version(current: AppleSettingsForm.version(of: state.apple)),
            errors: state.sent.form == nil ? nil : state.sent.problems.summary,
            parts: form.parts(state.sent.problems, page.texts),
            submit: page.texts("settings.save")
        )
    }

    fileprivate init(options form: SettingsForm, _ state: AppleSettingsState, _ page: TenantPage) {
        self.init(
            page.texts("settings.apple.options"),
            page.form(page.paths.appleRules),
            version: state.sent.options == nil
                ? state.settings.version : state.sent.version(current: state.settings.version),
            errors: state.sent.options == nil ? nil : state.sent.problems.summary,
            parts: form.parts(state.sent.problems, page.texts),
            submit: page.texts("settings.save")
        )
    }
}

struct AppleCheckFormView: Sendable {
    let form: FormView
    /// The one return address that Apple is asked for; nil without a page for browsers.
    let callback: String?
    /// The choice among several.
    let redirect: SelectView?
}

extension AppleCheckFormView {
    /// - Returns: nil while no app is connected.
    fileprivate init?(_ state: AppleSettingsState, _ callbacks: [String], _ page: TenantPage) {
        guard let apple = state.apple else { return nil }
        let addresses = apple.webClientID == nil ? [] : callbacks
        self.init(
            form: page.form(page.paths.appleCheck),
            callback: addresses.count == 1 ? addresses[0] : nil,
            redirect: addresses.count > 1
                ? SelectView(
                    "redirect",
                    page.texts("settings.apple.callback"),
                    options: addresses.map {
                        OptionView(value: $0, label: $0, isSelected: $0 == state.sent.redirect)
                    }
                ) : nil
        )
    }
}

/// Where Apple sends browsers and notifications of a tenant: at each of its own domains, and at the installation's
/// address.
struct AppleAddresses: Sendable {
    let callbacks: [String]
    let notifications: [String]
}

extension TenantPage {
    func appleAddresses(_ hosts: [HostName]) -> AppleAddresses {
        let scheme = address.isSecure ? "https" : "http"
        let places = (hosts.map { "\(scheme)://\($0)" } + [address.origin]).map { "\($0)\(paths.start)" }
        return AppleAddresses(
            callbacks: places.map { $0 + ApplePaths.callback },
            notifications: places.map { $0 + ApplePaths.notifications }
        )
    }
}
