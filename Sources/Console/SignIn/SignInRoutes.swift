import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Signing in, the set-up link, invitations, and how the console looks.
struct SignInRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let door = routes.group("", authentication: .none) { request, outer in try console.admitToDoor(request, outer) }
        door.get("sign-in", use: showSignIn)
        door.submit("sign-in", console: console, use: signIn)
        CodeRoutes(console: console).add(to: door)
        AppleSignInRoutes(console: console).add(to: door)
        door.get("setup/:link", use: showSetup)
        door.submit("setup/:link", console: console, use: setUp)
        door.get("invitations/:link", use: showInvitation)
        door.submit("invitations/:link", console: console, use: accept)

        let inside = routes.group("", authentication: .consoleSession) { request, outer in
            try await console.admitVisitor(request, outer)
        }
        inside.get("", use: start)
        inside.submit("theme", console: console, use: chooseTheme)
        inside.submit("language", console: console, use: chooseLanguage)
        inside.submit("enter", console: console, use: enter)
    }

    // MARK: Signing in

    @Sendable private func showSignIn(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        let to = try request.innerPlace()
        return await signInPage(context, to: to)
    }

    @Sendable private func signIn(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let tenant = fields.optionalText("tenant", maximum: Tenant.Slug.lengths.upperBound)
        let typed = SignInTyped(email: fields.typed("email"), tenant: fields.typed("tenant"))
        do {
            try fields.finish()
            let arrival = try await console.services.console.arrive(
                email: email,
                password: password,
                tenant: tenant,
                from: context.client
            )
            switch arrival {
            case .entered(let entry): return .entered(entry, to: to, console.address)
            case .codeNeeded(let challenge): return .codeNeeded(challenge, to: to, console.address)
            }
        } catch let failure as AuthFailure {
            return await refused(failure, typed, to, context)
        } catch DomainError.invalid(let problems) {
            return await signInPage(
                context,
                to: to,
                typed: typed,
                problems: problems,
                title: FormProblems(problems, console.texts(context)).summary?.title,
                status: .unprocessableContent
            )
        }
    }

    private func refused(
        _ failure: AuthFailure,
        _ typed: SignInTyped,
        _ to: ConsoleReturnPath?,
        _ context: AnonymousContext
    ) async -> Response {
        switch ConsoleSignInRejection(failure) {
        case .fields(let problems):
            return await signInPage(
                context,
                to: to,
                typed: typed,
                problems: problems,
                title: FormProblems(problems, console.texts(context)).summary?.title,
                status: .unprocessableContent
            )
        case .noAccess, .invalidAppleResponse:
            return await signInPage(
                context,
                to: to,
                typed: typed,
                title: "Email or password is wrong.",
                hint: "Check for typos. If you belong to several tenants, enter the slug of the one you want.",
                status: .unauthorized
            )
        case .later(let error): return await busy(error, typed, to, context)
        }
    }

    /// The form stays, to be sent again in a while.
    private func busy(
        _ error: DomainError,
        _ typed: SignInTyped,
        _ to: ConsoleReturnPath?,
        _ context: AnonymousContext
    ) async -> Response {
        let failure = WebFailure(error)
        var response = await signInPage(
            context,
            to: to,
            typed: typed,
            title: failure.title(console.texts(context)),
            hint: failure.detail(console.texts(context)),
            hintField: nil,
            status: failure.status
        )
        response.headers[.retryAfter] = failure.retryAfter.map { String(max(1, $0.secondsRoundedUp)) }
        return response
    }

    /// What was typed, to be shown again; never the password.
    private struct SignInTyped {
        var email = ""
        var tenant = ""
    }

    private func signInPage(
        _ context: AnonymousContext,
        to: ConsoleReturnPath?,
        typed: SignInTyped = SignInTyped(),
        problems: [FieldProblem] = [],
        title: String? = nil,
        hint: String? = nil,
        hintField: String? = "field-email",
        status: HTTPResponse.Status = .ok
    ) async -> Response {
        let errors = title.map { title in
            FormErrorsView(
                title: title,
                problems: hint.map { [.init(text: $0, fieldID: hintField)] }
                    ?? (FormProblems(problems, console.texts(context)).summary?.problems ?? [])
            )
        }
        let found = FormProblems(problems, console.texts(context))
        let view = SignInView(
            head: console.head("Sign in", theme: context.browser.theme),
            notice: context.browser.flash?.notice(console.texts(context)),
            form: console.form(ConsolePaths.signIn, to: to, context),
            errors: errors,
            email: FieldView(
                "email",
                "Email",
                kind: .email,
                value: typed.email,
                error: found["email"],
                autocomplete: "username",
                maximumLength: EmailAddress.maximumLength,
                isFocused: typed.email.isEmpty
            ),
            password: FieldView(
                "password",
                "Password",
                kind: .password,
                error: found["password"],
                autocomplete: "current-password",
                maximumLength: PasswordRules.lengths.upperBound,
                isFocused: !typed.email.isEmpty
            ),
            tenant: FieldView(
                "tenant",
                "Tenant",
                value: typed.tenant,
                hint: "Only if you belong to several tenants: its slug, like acme.",
                error: found["tenant"],
                maximumLength: Tenant.Slug.lengths.upperBound,
                isRequired: false,
                isVerbatim: true
            ),
            // Without an answer there is the password still.
            apple: (try? await console.services.appleWebFlow.isOffered()) == true
                ? ConsolePaths.leading(ConsolePaths.signInWithApple, to: to) : nil,
            isPlainHTTP: !console.address.isSecure
        )
        return console.signedOutPage(view, context, status: status)
    }

    // MARK: The first operator

    @Sendable private func showSetup(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        try await console.services.firstEntry.checkSetupLink(try link(context), from: context.origin)
        return setupPage(context, link: try link(context))
    }

    @Sendable private func setUp(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let name = fields.text("name", maximum: User.nameMaximumLength)
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        do {
            try fields.finish()
            try await console.services.firstEntry.setUp(
                .init(email: email, name: name, password: password),
                link: try link(context),
                from: context.origin
            )
            return console.seeOther(ConsolePaths.signIn, flash: .setUp)
        } catch DomainError.invalid(let problems) {
            return setupPage(
                context,
                link: try link(context),
                name: fields.typed("name"),
                email: fields.typed("email"),
                problems: problems
            )
        }
    }

    private func setupPage(
        _ context: AnonymousContext,
        link: String,
        name: String = "",
        email: String = "",
        problems: [FieldProblem] = []
    ) -> Response {
        let found = FormProblems(problems, console.texts(context))
        let view = SetupView(
            head: console.head("Set up", theme: context.browser.theme),
            form: console.form(LinkPaths.setup(link), context),
            errors: found.summary,
            name: FieldView(
                "name",
                "Your name",
                value: name,
                error: found["name"],
                autocomplete: "name",
                maximumLength: User.nameMaximumLength,
                isFocused: name.isEmpty
            ),
            email: FieldView(
                "email",
                "Your email",
                kind: .email,
                value: email,
                error: found["email"],
                autocomplete: "username",
                maximumLength: EmailAddress.maximumLength
            ),
            password: FieldView.newPassword(error: found["password"], console.texts(context)),
            isPlainHTTP: !console.address.isSecure
        )
        return console.signedOutPage(view, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    // MARK: Invitations

    @Sendable private func showInvitation(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        let link = try link(context)
        let (user, tenant) = try await console.services.firstEntry.invited(link, from: context.origin)
        return invitationPage(context, link: link, user, tenant, name: user.name ?? "")
    }

    @Sendable private func accept(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let link = try link(context)
        let name = fields.optionalText("name", maximum: User.nameMaximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let joined: User
        do throws(DomainError) {
            try fields.finish()
            joined = try await console.services.firstEntry.accept(
                invitation: link,
                name: name,
                password: password,
                from: context.origin
            )
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            let (user, tenant) = try await console.services.firstEntry.invited(link, from: context.origin)
            return invitationPage(context, link: link, user, tenant, name: fields.typed("name"), problems: problems)
        }
        // Who has no place in the console came from an app, and goes back there.
        let isOfApp = Role.builtIn.first { $0.name == joined.role }?.permissions.isEmpty ?? false
        return isOfApp ? backToApp(context) : console.seeOther(ConsolePaths.signIn, flash: .invitationAccepted)
    }

    private func backToApp(_ context: AnonymousContext) -> Response {
        let view = OneTimeLinkView(
            head: console.head("Your account is ready", theme: context.browser.theme),
            title: "Your account is ready",
            text: "Go back to the app and sign in with your email address and the new password.",
            errors: nil,
            question: nil,
            warning: nil
        )
        return console.signedOutPage(view, context, status: .ok)
    }

    private func invitationPage(
        _ context: AnonymousContext,
        link: String,
        _ user: User,
        _ tenant: Tenant,
        name: String,
        problems: [FieldProblem] = []
    ) -> Response {
        let found = FormProblems(problems, console.texts(context))
        let view = InvitationView(
            head: console.head("Join \(tenant.name)", theme: context.browser.theme),
            tenantName: VisibleText.escaped(tenant.name),
            role: Role.builtIn.first { $0.name == user.role }?.title ?? user.role.description,
            email: user.email?.description ?? "",
            form: console.form(LinkPaths.invitation(link), context),
            errors: found.summary,
            name: FieldView(
                "name",
                "Your name",
                value: name,
                error: found["name"],
                autocomplete: "name",
                maximumLength: User.nameMaximumLength,
                isRequired: false,
                isFocused: name.isEmpty
            ),
            password: FieldView.newPassword(error: found["password"], console.texts(context)),
            isPlainHTTP: !console.address.isSecure
        )
        return console.signedOutPage(view, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    // MARK: Inside

    @Sendable private func start(_ request: Request, _ context: ConsoleUserContext) async throws -> Response {
        switch context.visitor {
        case .member(let record): console.seeOther(ConsolePaths.start(record.tenant.slug))
        case .operator: console.seeOther(ConsolePaths.tenants)
        }
    }

    @Sendable private func chooseTheme(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext
    ) async throws -> Response {
        let theme = fields.oneOf("theme", as: Theme.self)
        let back = fields.optionalText("return", maximum: 2048).flatMap { ConsoleReturnPath($0) }
        let chosen = try fields.finish(theme)
        var response = console.seeOther(back?.description ?? "/")
        response.set(console.cookie(ConsoleCookie.theme, chosen.rawValue, maximumAge: .days(365)))
        return response
    }

    @Sendable private func chooseLanguage(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext
    ) async throws -> Response {
        let language = fields.oneOf("language", as: SupportedLanguage.self)
        let back = fields.optionalText("return", maximum: 2048).flatMap { ConsoleReturnPath($0) }
        let chosen = try fields.finish(language)
        var response = console.seeOther(back?.description ?? "/")
        response.set(console.cookie(ConsoleCookie.language, chosen.rawValue, maximumAge: .days(365)))
        return response
    }

    private enum Theme: String, CaseIterable {
        case auto, light, dark
    }

    @Sendable private func enter(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext
    ) async throws -> Response {
        let tenant = fields.value(
            "tenant",
            as: Tenant.Slug.self,
            orElse: .localizable("forms.tenant-choice", "Choose a tenant.")
        )
        let slug = try fields.finish(tenant)
        return console.seeOther(ConsolePaths.start(slug))
    }

    private func link(_ context: AnonymousContext) throws -> String {
        try context.id("link", of: .invitation, as: String.self)
    }
}
