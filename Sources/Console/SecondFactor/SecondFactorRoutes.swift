import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// A user's own second factor, and the proof of identity before actions that are hard to undo. A user who still needs a
/// second factor can come here, sign out, and do nothing else.
struct SecondFactorRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let stepUp = routes.group("", authentication: .consoleSession) { request, outer in
            try await console.admitStepUp(request, outer)
        }
        stepUp.submit("sign-out", console: console, use: signOut)
        stepUp.get("account/second-factor", use: show)
        stepUp.submit("account/second-factor", console: console, use: setUp)
        stepUp.submit("account/second-factor/change", console: console, use: change)
        stepUp.get("proof", use: showProof)
        stepUp.submit("proof", console: console, use: prove)
    }

    private var factors: SecondFactors { console.services.secondFactors }

    // MARK: The page

    private func show(_ call: PlainCall<StepUpContext>) async throws -> Response {
        let (state, origin) = (call.context.authenticationState, call.context.origin)
        if state.factorSince == nil { try console.askProof(state.consoleUser.principal(from: origin), call.context) }
        let page = console.page(call.context)
        return page.response(SecondFactorView(form(call.context, to: try call.request.returnPath()), page))
    }

    private func form(_ context: StepUpContext, to place: ConsoleReturnPath?) -> SecondFactorForm {
        let authenticationState = context.authenticationState
        let isSetUp = authenticationState.factorSince != nil
        return SecondFactorForm(
            authenticationState: authenticationState,
            secret: isSetUp ? nil : factors.seed(for: authenticationState.consoleUser, session: context.holder),
            tenant: context.tenantSlug,
            to: place
        )
    }

    // MARK: Changing it

    private func setUp(_ fields: inout Fields, _ call: PlainCall<StepUpContext>) async throws -> Response {
        let page = console.page(call.context)
        let to = try call.request.returnPath()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        let (user, origin) = (call.context.authenticationState.consoleUser, call.context.origin)
        return try await page.form(fields) {
            let codes = try await factors.setUp(code: code, for: user, session: call.context.holder, from: origin)
            guard let codes else { return page.seeOther(ConsolePaths.secondFactor) }
            return page.response(RecoveryCodesView(codes, next: to, page))
        } again: { problems in
            SecondFactorView(form(call.context, to: to), page, problems)
        }
    }

    private func change(_ fields: inout Fields, _ call: PlainCall<StepUpContext>) async throws -> Response {
        let page = console.page(call.context)
        let to = try call.request.returnPath()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        let kind = fields.oneOf("wish", as: SecondFactorChange.self)
        let (user, origin) = (call.context.authenticationState.consoleUser, call.context.origin)
        return try await page.form(fields) {
            switch try fields.finish(kind) {
            case .recovery:
                let codes = try await factors.newRecoveryCodes(code: code, for: user, from: origin)
                guard let codes else { return page.seeOther(ConsolePaths.secondFactor) }
                return page.response(RecoveryCodesView(codes, next: to, page))
            case .removal:
                try await factors.remove(code: code, for: user, from: origin)
                return page.seeOther(ConsolePaths.secondFactor, flash: .secondFactorRemoved)
            }
        } again: { problems in
            SecondFactorView(form(call.context, to: to), page, problems)
        }
    }

    // MARK: Proving one's identity again

    private func showProof(_ call: PlainCall<StepUpContext>) async throws -> Response {
        let page = console.page(call.context)
        let form = ProofForm(authenticationState: call.context.authenticationState, to: try call.request.returnPath())
        return page.response(ProofView(form, page))
    }

    private func prove(_ fields: inout Fields, _ call: PlainCall<StepUpContext>) async throws -> Response {
        let state = call.context.authenticationState
        let form = ProofForm(authenticationState: state, to: try call.request.returnPath())
        let page = console.page(call.context)
        let proof =
            form.takesCode
            ? fields.text("code", maximum: SecondFactors.codeMaximumLength)
            : fields.text("password", maximum: PasswordRules.lengths.upperBound)
        return try await page.form(fields) {
            try await console.services.console.prove(state, with: proof, from: call.context.origin)
            return page.seeOther(form.to?.description ?? "/", flash: .proven)
        } again: { problems in
            ProofView(form, page, problems)
        }
    }

    private func signOut(_ fields: inout Fields, _ call: PlainCall<StepUpContext>) async throws -> Response {
        let user = call.context.authenticationState.consoleUser
        try await console.services.console.signOut(user, from: call.context.origin)
        var response = console.seeOther(ConsolePaths.signIn, flash: .signedOut)
        response.set(.deleting(ConsoleCookie.session, isSecure: console.address.isSecure))
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}

extension ConsoleFeature {
    static let secondFactor = ConsoleFeature(views: [SecondFactorView.self, RecoveryCodesView.self, ProofView.self])
}
