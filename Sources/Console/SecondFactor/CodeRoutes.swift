import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The code that is asked for after the password.
struct CodeRoutes {
    let console: Console

    func add(to door: Routes<AnonymousContext>) {
        door.get("sign-in/code", use: show)
        door.submit("sign-in/code", console: console, use: enter)
    }

    @Sendable private func show(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        guard try challenge(request) != nil else { return startAgain() }
        return page(context, to: try request.innerPlace())
    }

    @Sendable private func enter(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        guard let challenge = try challenge(request) else { return startAgain() }
        do throws(DomainError) {
            try fields.finish()
            let entry = try await console.services.console.enter(challenge, code: code, from: context.client)
            guard let entry else { return startAgain() }
            return .entered(entry, to: to, console.address)
        } catch {
            switch error {
            case .invalid(let problems): return page(context, to: to, problems: problems, status: .unauthorized)
            case .throttled, .unavailable: return busy(error, to, context)
            case .notFound, .conflict, .denied: throw error
            }
        }
    }

    private func challenge(_ request: Request) throws -> String? {
        try RequestCookies(request.headers).value(
            SetCookie.fullName(ConsoleCookie.challenge, isSecure: console.address.isSecure)
        )
    }

    private func startAgain() -> Response {
        var response = console.seeOther(ConsolePaths.signIn, flash: .codeTooLate)
        response.set(.deleting(ConsoleCookie.challenge, isSecure: console.address.isSecure))
        return response
    }

    /// The form stays, to be sent again in a while.
    private func busy(_ error: DomainError, _ to: ConsoleReturnPath?, _ context: AnonymousContext) -> Response {
        let failure = WebFailure(error)
        let texts = console.texts(context)
        let errors = FormErrorsView(
            title: failure.title(texts),
            problems: [.init(text: failure.detail(texts), fieldID: nil)]
        )
        var response = page(context, to: to, errors: errors, status: failure.status)
        response.headers[.retryAfter] = failure.retryAfter.map { String(max(1, $0.secondsRoundedUp)) }
        return response
    }

    private func page(
        _ context: AnonymousContext,
        to: ConsoleReturnPath?,
        problems: [FieldProblem] = [],
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let found = FormProblems(problems, console.texts(context))
        let view = ProofView(
            head: console.head("Enter your code", theme: context.browser.theme),
            heading: "Enter your code",
            text: "Enter the code that your authenticator app shows now.",
            errors: errors ?? found.summary,
            form: console.form(ConsolePaths.signInCode, to: to, context),
            field: SecondFactorRoutes.codeField(
                found["code"],
                isFocused: true,
                hint: "Without your phone, enter one of your recovery codes."
            ),
            submit: "Sign in",
            cancel: LinkView(label: "Start again", href: ConsolePaths.signIn),
            signOut: nil
        )
        return console.page(view, context, status: status)
    }
}

extension Response {
    /// Lets someone in who has shown all that they must.
    static func entered(_ entry: ConsoleEntry, to: ConsoleReturnPath?, _ address: PublicAddress) -> Response {
        var response = leading(
            to: to?.description ?? entry.tenant.map { ConsolePaths.start($0.slug) } ?? ConsolePaths.tenants,
            address
        )
        response.set(SetCookie(ConsoleCookie.session, value: entry.token.text, isSecure: address.isSecure))
        response.set(.deleting(ConsoleCookie.door, isSecure: address.isSecure))
        response.set(.deleting(ConsoleCookie.challenge, isSecure: address.isSecure))
        if let mark = entry.deviceMark {
            response.set(DeviceCookie.setting(ConsoleCookie.device, mark, isSecure: address.isSecure))
        }
        return response
    }

    /// Asks for the code.
    static func codeNeeded(_ challenge: String, to: ConsoleReturnPath?, _ address: PublicAddress) -> Response {
        var response = leading(to: ConsolePaths.leading(ConsolePaths.signInCode, to: to), address)
        response.set(
            SetCookie(ConsoleCookie.challenge, value: challenge, maximumAge: .minutes(5), isSecure: address.isSecure)
        )
        return response
    }
}
