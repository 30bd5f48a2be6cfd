import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The links that create an account: of the first operator, and of an invited user.
struct OnboardingRoutes {
    let console: Console

    func add(to routes: Routes<AnonymousContext>) {
        routes.get("setup/{link}", use: showSetup)
        routes.submit("setup/{link}", console: console, use: setUp)
        routes.get("invitations/{link}", use: showInvitation)
        routes.submit("invitations/{link}", console: console, use: accept)
    }

    private var onboarding: Onboarding { console.services.onboarding }

    // MARK: The first operator

    private func showSetup(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let link = try link(call)
        try await onboarding.checkSetupLink(link, from: call.context.origin)
        let page = console.page(call.context)
        return page.response(SetupView(SetupForm(link: link), page))
    }

    private func setUp(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let name = fields.text("name", maximum: User.nameMaximumLength)
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let form = SetupForm(link: try link(call), name: fields.typed("name"), email: fields.typed("email"))
        let page = console.page(call.context)
        return try await page.form(fields) {
            try await onboarding.setUp(
                .init(email: email, name: name, password: password),
                link: form.link,
                from: call.context.origin
            )
            return page.seeOther(ConsolePaths.signIn, flash: .setUp)
        } again: { problems in
            SetupView(form, page, problems)
        }
    }

    // MARK: Invitations

    private func showInvitation(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let link = try link(call)
        let (user, tenant) = try await onboarding.invited(link, from: call.context.origin)
        let page = console.page(call.context)
        return page.response(
            InvitationView(InvitationForm(link: link, user: user, tenant: tenant, name: user.name ?? ""), page)
        )
    }

    private func accept(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let link = try link(call)
        let name = fields.optionalText("name", maximum: User.nameMaximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let page = console.page(call.context)
        let typed = fields.typed("name")
        return try await page.form(fields) {
            let joined = try await onboarding.accept(
                invitation: link,
                name: name,
                password: password,
                from: call.context.origin
            )
            // A user without console access came from an app, and is redirected back there.
            let isOfApp = Role.builtIn.first { $0.name == joined.role }?.permissions.isEmpty ?? false
            return isOfApp
                ? page.response(OneTimeLinkView(accountReady: page))
                : page.seeOther(ConsolePaths.signIn, flash: .invitationAccepted)
        } again: { problems in
            let (user, tenant) = try await onboarding.invited(link, from: call.context.origin)
            return InvitationView(InvitationForm(link: link, user: user, tenant: tenant, name: typed), page, problems)
        }
    }

    private func link(_ call: PlainCall<AnonymousContext>) throws -> String {
        try call.id("link", of: .invitation, as: String.self)
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
