import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Someone's own second factor, and showing once more who sits there. Who still needs a second factor can come here,
/// sign out, and do nothing else.
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
            try console.askProof(context.authenticationState.visitor.principal(from: context.origin), context)
        }
        return page(context, to: try request.innerPlace())
    }

    private func page(
        _ context: StepUpContext,
        to: ConsoleReturnPath?,
        problems: [FieldProblem] = [],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let authenticationState = context.authenticationState
        let found = FormProblems(problems, console.texts(context))
        let isSetUp = authenticationState.factorSince != nil
        let path = ConsolePaths.secondFactor + (isSetUp ? "/change" : "")
        let view = SecondFactorView(
            head: console.head("Two-factor authentication", theme: context.browser.theme),
            heading: isSetUp ? "Two-factor authentication is on" : "Set up two-factor authentication",
            text: isSetUp
                ? "At each sign-in, you enter a code from your authenticator app after your password."
                : "It protects your account if your password is stolen: after the password, you enter a code from an app on your phone.",
            notice: notice(authenticationState, context),
            errors: found.summary,
            seed: isSetUp ? nil : seed(context),
            facts: isSetUp ? facts(authenticationState, context) : [],
            form: console.form(path, to: to, context),
            code: Self.codeField(found["code"], isFocused: !problems.isEmpty || isSetUp),
            submit: isSetUp ? nil : "Turn on",
            wishes: isSetUp
                ? [
                    WishView(value: Wish.recovery.rawValue, label: "Create new recovery codes", isDangerous: false),
                    WishView(value: Wish.removal.rawValue, label: "Turn off", isDangerous: true),
                ] : [],
            back: authenticationState.need == nil ? to?.description ?? "/" : nil,
            signOut: console.form(ConsolePaths.signOut, context)
        )
        return console.page(view, context, status: status)
    }

    private func notice(_ authenticationState: ConsoleAuthenticationState, _ context: StepUpContext) -> NoticeView? {
        if authenticationState.need == .setUp {
            return NoticeView(
                .warning,
                "Your role can change users or settings, so it requires two-factor authentication. Set it up first."
            )
        }
        return context.browser.flash?.notice(console.texts(context))
    }

    private func seed(_ context: StepUpContext) -> SeedView {
        let visitor = context.authenticationState.visitor
        let seed = factors.seed(for: visitor, session: context.holder)
        let address = seed.address(account: visitor.email, place: context.tenantSlug ?? "operator")
        return SeedView(
            chart: QRCode(address).map { SafeHTML(SVGDrawing($0)) },
            text: Self.groups(seed.text),
            address: address
        )
    }

    /// `GEZD GNBV GY3T`
    private static func groups(_ text: String) -> String {
        stride(from: 0, to: text.count, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
    }

    private func facts(_ authenticationState: ConsoleAuthenticationState, _ context: StepUpContext) -> [FactView] {
        let since = authenticationState.factorSince.map {
            FactView("Since", at: console.clock(for: context).relative($0))
        }
        return [since, FactView("Recovery codes", "\(authenticationState.recoveryLeft) left")].compactMap(\.self)
    }

    static func codeField(
        _ error: String?,
        isFocused: Bool,
        hint: String = "6 digits from your authenticator app."
    ) -> FieldView {
        FieldView(
            "code",
            "Code",
            hint: hint,
            error: error,
            autocomplete: "one-time-code",
            maximumLength: SecondFactors.codeMaximumLength,
            isFocused: isFocused,
            isVerbatim: true
        )
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
                for: context.authenticationState.visitor,
                session: context.holder,
                from: context.origin
            )
            guard let codes else { return console.seeOther(ConsolePaths.secondFactor) }
            return recoveryPage(codes, to: to, context)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return page(context, to: to, problems: problems, status: .unprocessableContent)
        }
    }

    private enum Wish: String, CaseIterable {
        case recovery, removal
    }

    @Sendable private func change(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let code = fields.text("code", maximum: SecondFactors.codeMaximumLength)
        let wish = fields.oneOf("wish", as: Wish.self)
        do throws(DomainError) {
            switch try fields.finish(wish) {
            case .recovery:
                let codes = try await factors.newRecoveryCodes(
                    code: code,
                    for: context.authenticationState.visitor,
                    from: context.origin
                )
                guard let codes else { return console.seeOther(ConsolePaths.secondFactor) }
                return recoveryPage(codes, to: to, context)
            case .removal:
                try await factors.remove(code: code, for: context.authenticationState.visitor, from: context.origin)
                return console.seeOther(ConsolePaths.secondFactor, flash: .secondFactorRemoved)
            }
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return page(context, to: to, problems: problems, status: .unprocessableContent)
        }
    }

    private func recoveryPage(_ codes: [String], to: ConsoleReturnPath?, _ context: StepUpContext) -> Response {
        let view = RecoveryCodesView(
            head: console.head("Recovery codes", theme: context.browser.theme),
            codes: codes,
            next: to?.description ?? "/"
        )
        return console.page(view, context)
    }

    // MARK: Showing who sits there

    @Sendable private func showProof(_ request: Request, _ context: StepUpContext) async throws -> Response {
        proofPage(context, to: try request.innerPlace())
    }

    @Sendable private func prove(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let takesCode = context.authenticationState.factorSince != nil
        let proof =
            takesCode
            ? fields.text("code", maximum: SecondFactors.codeMaximumLength)
            : fields.text("password", maximum: PasswordRules.lengths.upperBound)
        do throws(DomainError) {
            try fields.finish()
            try await console.services.console.prove(context.authenticationState, with: proof, from: context.origin)
            return console.seeOther(to?.description ?? "/", flash: .proven)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return proofPage(context, to: to, problems: problems, status: .unprocessableContent)
        }
    }

    private func proofPage(
        _ context: StepUpContext,
        to: ConsoleReturnPath?,
        problems: [FieldProblem] = [],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let authenticationState = context.authenticationState
        let found = FormProblems(problems, console.texts(context))
        let takesCode = authenticationState.factorSince != nil
        let minutes = Principal.proofLifetime.components.seconds / 60
        let view = ProofView(
            head: console.head("Confirm it’s you", theme: context.browser.theme),
            heading: "Confirm it’s you",
            text: authenticationState.need == .code
                ? "Two-factor authentication was turned on after this session started. Enter a code to continue."
                : "The next step is hard to undo, and you last confirmed your identity more than \(minutes) minutes ago.",
            errors: found.summary,
            form: console.form(ConsolePaths.proof, to: to, context),
            field: takesCode
                ? Self.codeField(
                    found["code"],
                    isFocused: true,
                    hint: "From your authenticator app, or a recovery code."
                )
                : FieldView(
                    "password",
                    "Password",
                    kind: .password,
                    error: found["password"],
                    autocomplete: "current-password",
                    maximumLength: PasswordRules.lengths.upperBound,
                    isFocused: true
                ),
            submit: "Continue",
            cancel: authenticationState.need == nil
                ? LinkView(label: "Cancel", href: to?.description ?? "/") : nil,
            signOut: console.form(ConsolePaths.signOut, context)
        )
        return console.page(view, context, status: status)
    }

    @Sendable private func signOut(
        _ fields: inout Fields,
        _ request: Request,
        _ context: StepUpContext
    ) async throws -> Response {
        try await console.services.console.signOut(context.authenticationState.visitor, from: context.origin)
        var response = console.seeOther(ConsolePaths.signIn, flash: .signedOut)
        response.set(.deleting(ConsoleCookie.session, isSecure: console.address.isSecure))
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}

extension Console {
    /// A form that comes back to a place inside: the token is that of the path alone.
    func form(_ path: String, to: ConsoleReturnPath?, _ context: some ConsoleContext) -> FormView {
        FormView(action: ConsolePaths.leading(path, to: to), token: tokens.token(for: path, holder: context.holder))
    }
}

extension HTTPField.Name {
    /// A constant of the field's grammar.
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}
