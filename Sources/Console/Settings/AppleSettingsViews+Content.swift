import ConsoleKit
import Domain
import UseCases
import WebCore

extension AppleSettingsView {
    init(
        _ state: AppleSettingsState,
        _ answer: AppleSettingsAnswer,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let slug = context.tenant.slug
        let path = SettingsPage.apple.path(slug)
        let clock = console.clock(for: context)
        let mayChange = context.access.allows(.manageSettings)
        let callbacks = console.appleCallbacks(of: slug, state.hosts)
        let hasProven = (try? context.access.principal.mustHaveProven(by: console.now)) != nil
        let credentials = SettingsFormView(state, answer, console.form(path, context))
        let rules = answer.rules ?? SettingsForm(.apple, state.settings.settings)
        let rulesForm = SettingsFormView(
            "Options",
            console.form("\(path)/rules", context),
            version: state.settings.version,
            errors: answer.rules == nil ? nil : answer.errors,
            parts: rules.parts(answer.problems)
        )
        self.init(
            frame: frame,
            heading: SettingsPage.apple.heading,
            finding: Self.finding(state),
            tabs: SettingsPage.apple.tabs(slug),
            verdict: answer.checkUp?.verdict ?? state.apple?.trouble?.verdict(clock),
            answers: answer.checkUp.map { AppleAnswersView($0) },
            forms: mayChange ? (hasProven ? [credentials, rulesForm] : [rulesForm]) : [],
            proof: mayChange && !hasProven
                ? ConsolePaths.leading(ConsolePaths.proof, to: ConsoleReturnPath(path)) : nil,
            facts: Self.facts(state, clock) + (mayChange ? [] : rules.lines.map { FactView($0.label, $0.words) }),
            check: mayChange
                ? AppleCheckFormView(state, answer, callbacks, console.form("\(path)/check", context)) : nil,
            addresses: Self.addresses(callbacks, console.appleNotices(of: slug, state.hosts)),
            audit: context.settingsAudit(.appleSettingsChanged)
        )
    }

    private static func finding(_ state: AppleSettingsState) -> String {
        let isOn = state.settings.settings.methods.contains(.apple)
        guard let stored = state.apple else {
            return "Not set up yet. Enter the credentials of your app at Apple, then turn on the method under Sign-in."
        }
        let shown = CountText.list(stored.clientIDs.prefix(3).map { VisibleText.escaped($0) })
        let more = stored.clientIDs.count > 3 ? " and \(stored.clientIDs.count - 3) more" : ""
        return "Set up for \(shown)\(more). "
            + (isOn ? "People can sign in with Apple." : "It is off: turn it on under Sign-in.")
    }

    private static func facts(_ state: AppleSettingsState, _ clock: PageClock) -> [FactView] {
        guard let stored = state.apple else { return [] }
        let backlog = state.backlog
        let vain = backlog.failing == 0 ? "" : ", \(CountText.grouped(backlog.failing)) failed so far"
        return [
            FactView("Team ID", stored.teamID, isCode: true), FactView("Key ID", stored.keyID, isCode: true),
            FactView("Key fingerprint", ShortID.of(stored.keyFingerprint), isCode: true),
            FactView("Client IDs", stored.clientIDs.joined(separator: ", "), isCode: true),
            FactView("Services ID for web", stored.webClientID ?? "none", isCode: stored.webClientID != nil),
            FactView("Updated", at: clock.relative(stored.updatedAt)),
            FactView(
                "Pending revocations at Apple",
                "\(CountText.of(backlog.waiting, "user", "users"))\(vain)"
            ),
        ] + (backlog.lastError.map { [FactView("Last error", $0, isCode: true)] } ?? [])
    }

    private static func addresses(_ callbacks: [String], _ notices: [String]) -> [AddressView] {
        callbacks.enumerated().map { place, address in
            AddressView(
                id: "callback-\(place)",
                label: "Return URL",
                value: address,
                hint: "For sign-in in browsers: add it to the Return URLs of the Services ID."
            )
        }
            + notices.prefix(1).map {
                AddressView(
                    id: "notices",
                    label: "Server to Server Notification Endpoint",
                    value: $0,
                    hint:
                        "Enter it at the App ID. Apple reports revoked authorizations and deleted Apple Accounts there."
                )
            }
    }
}

extension SettingsFormView {
    fileprivate init(_ state: AppleSettingsState, _ answer: AppleSettingsAnswer, _ form: FormView) {
        self.init(
            state.apple == nil ? "Connect your app" : "Your app at Apple",
            form,
            version: AppleSettingsForm.version(of: state.apple),
            errors: answer.form == nil ? nil : answer.errors,
            parts: (answer.form ?? AppleSettingsForm(state.apple)).parts(answer.problems)
        )
    }
}

extension AppleCheckFormView {
    /// - Returns: nil while nothing is set.
    fileprivate init?(
        _ state: AppleSettingsState,
        _ answer: AppleSettingsAnswer,
        _ callbacks: [String],
        _ form: FormView
    ) {
        guard let apple = state.apple else { return nil }
        let addresses = apple.webClientID == nil ? [] : callbacks
        self.init(
            form: form,
            callback: addresses.count == 1 ? addresses[0] : nil,
            redirect: addresses.count > 1
                ? SelectView(
                    "redirect",
                    "Return URL",
                    options: addresses.map { OptionView(value: $0, label: $0, isSelected: $0 == answer.redirect) }
                ) : nil
        )
    }
}

extension Console {
    /// Where Apple's page may send people of a tenant back to: at its own host names, and at the installation's
    /// address.
    func appleCallbacks(of tenant: Tenant.Slug, _ hosts: [HostName]) -> [String] {
        places(of: tenant, hosts).map { $0 + ApplePaths.callback }
    }

    func appleNotices(of tenant: Tenant.Slug, _ hosts: [HostName]) -> [String] {
        places(of: tenant, hosts).map { $0 + ApplePaths.notifications }
    }

    private func places(of tenant: Tenant.Slug, _ hosts: [HostName]) -> [String] {
        let scheme = address.isSecure ? "https" : "http"
        return (hosts.map { "\(scheme)://\($0)" } + [address.origin]).map { "\($0)/t/\(tenant)" }
    }
}
