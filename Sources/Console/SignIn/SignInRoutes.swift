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
        await response(SignInForm(to: try call.request.returnPath()), call.context)
    }

    private func signIn(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        var form = SignInForm(to: try call.request.returnPath())
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let password = fields.text("password", maximum: PasswordRules.lengths.upperBound)
        let tenant = fields.optionalText("tenant", maximum: Tenant.Slug.lengths.upperBound)
        (form.email, form.tenant) = (fields.typed("email"), fields.typed("tenant"))
        do {
            try fields.finish()
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
        } catch let failure as AuthFailure {
            return await rejected(failure, form, call.context)
        } catch DomainError.invalid(let problems) {
            form.problems = problems
            return await response(form, call.context, status: .unprocessableContent)
        }
    }

    private func rejected(_ failure: AuthFailure, _ form: SignInForm, _ context: AnonymousContext) async -> Response {
        var form = form
        switch ConsoleSignInRejection(failure) {
        case .fields(let problems):
            form.problems = problems
            return await response(form, context, status: .unprocessableContent)
        case .noAccess, .invalidAppleResponse:
            form.isWrong = true
            return await response(form, context, status: .unauthorized)
        case .later(let error): return await busy(error, form, context)
        }
    }

    /// The form stays, to be sent again in a while.
    private func busy(_ error: DomainError, _ form: SignInForm, _ context: AnonymousContext) async -> Response {
        let failure = WebFailure(error)
        var form = form
        form.failure = failure
        var response = await response(form, context, status: failure.status)
        response.headers[.retryAfter] = failure.retryAfter.map { String(max(1, $0.secondsRoundedUp)) }
        return response
    }

    private func response(
        _ form: SignInForm,
        _ context: AnonymousContext,
        status: HTTPResponse.Status = .ok
    ) async -> Response {
        var form = form
        // Without a response there is still the password.
        form.offersApple = (try? await console.services.appleWebFlow.isOffered()) == true
        let page = console.page(context)
        return page.response(SignInView(form, page), status: status)
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
    var problems: [FieldProblem] = []
    /// Email or password is wrong.
    var isWrong = false
    /// A temporary failure; the same form can be sent again later.
    var failure: WebFailure?
    var offersApple = false
}
