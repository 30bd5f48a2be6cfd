import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Signs in with email address and password.
struct SignInRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let anonymous = routes.group("", authentication: .none) { request, outer in
            try console.admitToSignIn(request, outer)
        }
        anonymous.get("sign-in", use: showSignIn)
        anonymous.submit("sign-in", console: console, use: signIn)
        CodeRoutes(console: console).add(to: anonymous)
        AppleSignInRoutes(console: console).add(to: anonymous)
        OnboardingRoutes(console: console).add(to: anonymous)

        let inside = routes.group("", authentication: .consoleSession) { request, outer in
            try await console.admitConsoleUser(request, outer)
        }
        PreferenceRoutes(console: console).add(to: inside)
    }

    private func showSignIn(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let page = console.page(call.context)
        return page.response(await view(SignInForm(to: try call.request.returnPath()), page))
    }

    private func signIn(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let page = console.page(call.context)
        var form = SignInForm(to: try call.request.returnPath())
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let tenant = fields.optionalText("tenant", maximum: Tenant.Slug.lengths.upperBound)
        (form.email, form.tenant) = (fields.typed("email"), fields.typed("tenant"))
        return try await page.form(fields) {
            do throws(AuthFailure) {
                let result = try await console.services.console.beginSignIn(
                    email: email,
                    password: password,
                    tenant: tenant,
                    from: call.context.client
                )
                switch result {
                case .entered(let entry): return .entered(entry, to: form.to, console.address)
                case .codeNeeded(let challenge): return .codeNeeded(challenge, to: form.to, console.address)
                }
            } catch {
                return try await rejected(error, form, page)
            }
        } again: { problems in
            await view(form, page, problems)
        }
    }

    /// - Throws: an error that the form shows.
    private func rejected(_ failure: AuthFailure, _ form: SignInForm, _ page: SignInPage) async throws -> Response {
        switch ConsoleSignInRejection(failure) {
        case .fields(let problems): throw DomainError.invalid(problems)
        case .later(let error): throw error
        case .noAccess, .invalidAppleResponse:
            var form = form
            form.isWrong = true
            return page.response(await view(form, page), status: .unauthorized)
        }
    }

    private func view(_ form: SignInForm, _ page: SignInPage, _ problems: FormProblems = .none) async -> SignInView {
        var form = form
        // Without a response there is still the password.
        form.offersApple = (try? await console.services.appleWebFlow.isOffered()) == true
        return SignInView(form, page, problems)
    }
}

extension ConsoleFeature {
    static let signIn = ConsoleFeature(
        views: [SignInView.self, SetupView.self, InvitationView.self, AppleSignInView.self, AppleLeavingView.self]
    )
}

/// The form of the sign-in page, as it was typed; never with the password.
struct SignInForm: Sendable {
    /// Where to go after signing in.
    let to: ConsoleReturnPath?
    var email = ""
    var tenant = ""
    /// Email or password is wrong.
    var isWrong = false
    var offersApple = false
}
