import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// Signing in by Apple's page: `signInWithOAuth` of an SDK sends a browser here, and the browser comes back to
/// `redirect_to` with the session behind `#`, or with `?code=` for a client that keeps a PKCE verifier.
extension GoTrueRoutes {
    func addWebFlow(to open: Routes<GatehouseContext>) {
        open.group(authentication: .appKey, admit: admission.enterByAddress)
            .get("authorize", operation: "goTrueAuthorize", use: authorize)
    }

    @Sendable private func authorize(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        var query = try request.programQueryFields()
        let provider = query.text("provider", maximum: 40)
        let challenge = query.optionalText("code_challenge", maximum: 200)
        let method = query.optionalText("code_challenge_method", maximum: 10)
        try query.finish(.ignored)
        // A picture or a script of another page is no one who wants to sign in.
        if let use = request.headers[.secFetchDest], use != "document" {
            throw WebFailure.goTrueInvalid("Open this address as a page: a browser is sent on from it.")
        }
        // Whoever leaves the challenge out by mistake must not get tokens in the address.
        guard challenge != nil || (method == nil && request.uri.queryParameters["code_challenge"] == nil) else {
            throw WebFailure.goTrueInvalid("code_challenge is missing.")
        }
        guard provider == "apple" else { throw WebFailure.goTrueProviderOff(provider) }
        let kept = try challenge.map { text in
            guard let challenge = ProofKeyChallenge(text, method: method) else {
                throw WebFailure.goTrueInvalid(
                    "code_challenge must be 43 to 128 characters, code_challenge_method s256 or plain."
                )
            }
            return challenge
        }
        let tenant = context.tenant
        let settings = try await services.tenantSettings.settings(of: tenant.id).settings
        var returnTo = settings.standardDestination
        if let redirect = try redirect(request) {
            returnTo = try await destinations.address(redirect, settings, request, context, of: tenant) ?? returnTo
        }
        guard let returnTo else {
            throw WebFailure.goTrueInvalid("redirect_to is none of the addresses in the setting redirect_urls.")
        }
        // A tenant with a host name of its own has its cookies there.
        let own = try await destinations.ownAddress(of: request, context, for: tenant).map { "\($0)/t/\(tenant.slug)" }
        do throws(AppleSignInFailure) {
            let begun = try await services.appleWebFlow.begin(
                .tokens,
                challenge: kept,
                redirectURI: (own ?? services.accessTokens.issuer(of: tenant.slug)) + AppleRoutes.callback,
                returnTo: returnTo,
                errorTo: returnTo,
                at: context.place(request)
            )
            var answer = Response(status: .found, headers: [.location: begun.address, .cacheControl: "no-store"])
            answer.set(AppleFlowCookie.setting(begun.browser, isSecure: destinations.isSecure))
            return answer
        } catch { throw WebFailure(goTrue: error) }
    }
}

extension HTTPField.Name {
    /// A constant of the field's grammar.
    fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
}

extension GoTrueAdmission {
    /// A browser that an SDK sends here brings no header: the key stands in the address, or the host name is the
    /// tenant's own.
    @Sendable func enterByAddress(_ request: Request, _ context: GatehouseContext) async throws -> GoTrueContext {
        var query = try request.programQueryFields()
        let key = query.optionalText("apikey", maximum: 200)
        try query.finish(.ignored)
        guard let key, request.headers[.apiKey] == nil, request.headers[.authorization] == nil else {
            return try await enter(request, context)
        }
        // A secret key does not belong into an address, and is none here.
        return GoTrueContext(
            context,
            tenant: try await self.key(key, .publishable).tenant,
            administrator: nil,
            token: nil
        )
    }
}

extension APIOperation {
    static let goTrueWebFlowOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueAuthorize",
            tag: .goTrue,
            summary: "Redirects the browser to Apple's sign-in page",
            details: """
                It comes back to `redirect_to` with the session behind `#`, or with `?code=` for `grant_type=pkce` when there is a challenge. \
                Without a host name of the tenant's own the publishable key stands in the address, as `apikey`.
                """,
            query: [
                InputDescription("provider", .oneOf(["apple"]), isRequired: true, "Whose page."),
                InputDescription(
                    "redirect_to",
                    .text(0...2048),
                    "Where the browser comes back to; one of the tenant's `redirect_urls`."
                ),
                InputDescription("code_challenge", .text(43...128), "RFC 7636."),
                InputDescription("code_challenge_method", .oneOf(["s256", "plain"]), "RFC 7636."),
                InputDescription("apikey", .text(0...200), "The publishable key."),
            ],
            answers: [.init(status: .found, summary: "To Apple's page.", schema: nil)],
            refusals: [.goTrue(400, ["provider_disabled"]), .goTrue(429, ["over_request_rate_limit"])]
        )
    ]
}
