import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The code that is asked for after the password.
struct CodeRoutes {
    let console: Console

    func add(to routes: Routes<AnonymousContext>) {
        routes.get("sign-in/code", use: show)
        routes.submit("sign-in/code", console: console, use: enter)
    }

    private func show(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        guard try challenge(call.request) != nil else { return startAgain() }
        let page = console.page(call.context)
        return page.response(ProofView(codeFor: try call.request.returnPath(), page))
    }

    private func enter(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let to = try call.request.returnPath()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        guard let challenge = try challenge(call.request) else { return startAgain() }
        let page = console.page(call.context)
        return try await page.form(fields, invalid: .unauthorized) {
            let entry = try await console.services.console.enter(challenge, code: code, from: call.context.client)
            return entry.map { .entered($0, to: to, console.address) } ?? startAgain()
        } again: { problems in
            ProofView(codeFor: to, page, problems)
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
}

extension Response {
    /// Signs in a user who has completed every step.
    static func entered(_ entry: ConsoleEntry, to: ConsoleReturnPath?, _ address: PublicAddress) -> Response {
        var response = leading(
            to: to?.description ?? entry.tenant.map { TenantPaths($0.slug).start } ?? ConsolePaths.tenants,
            address
        )
        response.set(SetCookie(ConsoleCookie.session, value: entry.token.text, isSecure: address.isSecure))
        response.set(.deleting(ConsoleCookie.signIn, isSecure: address.isSecure))
        response.set(.deleting(ConsoleCookie.challenge, isSecure: address.isSecure))
        if let mark = entry.deviceToken {
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
