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
        let arrival = routes.group("", authentication: .consoleSession) { request, outer in
            try await console.admitArrival(request, outer)
        }
        arrival.submit("sign-out", console: console, use: signOut)
        arrival.get("account/second-factor", use: show)
        arrival.submit("account/second-factor", console: console, use: setUp)
        arrival.submit("account/second-factor/change", console: console, use: change)
        arrival.get("proof", use: showProof)
        arrival.submit("proof", console: console, use: prove)
    }

    private var factors: SecondFactors { console.services.secondFactors }

    // MARK: The page

    @Sendable private func show(_ request: Request, _ context: StepUpContext) async throws -> Response {
        if context.authenticationState.factorSince == nil {
            try console.askProof(context.authenticationState.consoleUser.principal(from: context.origin), context)
        }
        let page = console.page(context)
        return page.response(SecondFactorView(form(context, to: try request.innerPlace()), page))
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

    /// The same form with what is wrong with it.
    private func response(
        _ problems: [FieldProblem],
        to place: ConsoleReturnPath?,
        _ context: StepUpContext
    ) -> Response {
        let page = console.page(context)
        var form = form(context, to: place)
        form.problems = problems
        return page.response(SecondFactorView(form, page), status: .unprocessableContent)
    }

    // MARK: Changing it

    @Sendable private func setUp(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        do throws(DomainError) {
            try fields.finish()
            let codes = try await factors.setUp(
                code: code,
                for: context.authenticationState.consoleUser,
                session: context.holder,
                from: context.origin
            )
            guard let codes else { return console.seeOther(ConsolePaths.secondFactor) }
            return recoveryPage(codes, to: to, context)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return response(problems, to: to, context)
        }
    }

    @Sendable private func change(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        let wish = fields.oneOf("wish", as: SecondFactorWish.self)
        do throws(DomainError) {
            switch try fields.finish(wish) {
            case .recovery:
                let codes = try await factors.newRecoveryCodes(
                    code: code,
                    for: context.authenticationState.consoleUser,
                    from: context.origin
                )
                guard let codes else { return console.seeOther(ConsolePaths.secondFactor) }
                return recoveryPage(codes, to: to, context)
            case .removal:
                try await factors.remove(code: code, for: context.authenticationState.consoleUser, from: context.origin)
                return console.seeOther(ConsolePaths.secondFactor, flash: .secondFactorRemoved)
            }
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return response(problems, to: to, context)
        }
    }

    private func recoveryPage(_ codes: [String], to: ConsoleReturnPath?, _ context: StepUpContext) -> Response {
        let page = console.page(context)
        return page.response(RecoveryCodesView(codes, next: to, page))
    }

    // MARK: Proving one's identity again

    @Sendable private func showProof(_ request: Request, _ context: StepUpContext) async throws -> Response {
        let page = console.page(context)
        let form = ProofForm(authenticationState: context.authenticationState, to: try request.innerPlace())
        return page.response(ProofView(form, page))
    }

    @Sendable private func prove(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        var form = ProofForm(authenticationState: context.authenticationState, to: try request.innerPlace())
        let page = console.page(context)
        let proof =
            form.takesCode
            ? fields.text("code", maximum: SecondFactors.codeMaximumLength)
            : fields.text("password", maximum: PasswordRules.lengths.upperBound)
        do throws(DomainError) {
            try fields.finish()
            try await console.services.console.prove(context.authenticationState, with: proof, from: context.origin)
            return page.seeOther(form.to?.description ?? "/", flash: .proven)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            form.problems = problems
            return page.response(ProofView(form, page), status: .unprocessableContent)
        }
    }

    @Sendable private func signOut(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        try await console.services.console.signOut(context.authenticationState.consoleUser, from: context.origin)
        var response = console.seeOther(ConsolePaths.signIn, flash: .signedOut)
        response.set(.deleting(ConsoleCookie.session, isSecure: console.address.isSecure))
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}

extension ConsoleFeature {
    static let secondFactor = ConsoleFeature(views: [SecondFactorView.self, RecoveryCodesView.self, ProofView.self])
}
