import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Signs in by Apple's page: `signInWithOAuth` of an SDK sends a browser here, and the browser returns to `redirect_to`
/// with the session in the fragment, or with `?code=` for a client that uses PKCE.
extension GoTrueRoutes {
    func addWebFlow(to open: Routes<GatehouseContext>) {
        open.group(authentication: .appKey, admit: admission.enterByAddress)
            .get("authorize", operation: "goTrueAuthorize", use: authorize)
    }

    private func authorize(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let query = try call.request.query(GoTrueInputs.authorization)
        let challenge = try Self.challenge(query, call.request)
        let tenant = call.context.tenant
        let returnTo = try await returnAddress(query.redirect, call)
        // A tenant with its own host name has its cookies there.
        let own = try await destinations.ownAddress(of: call, for: tenant).map { "\($0)/t/\(tenant.slug)" }
        let flow = try await appleWebFlow.begin(
            AppleFlowRequest(
                .tokens,
                challenge: challenge,
                redirectURI: (own ?? accessTokens.issuer(of: tenant.slug)) + ApplePaths.callback,
                returnTo: returnTo,
                errorTo: returnTo
            ),
            in: call.context.signInContext
        )
        var answer = Response(status: .found, headers: [.location: flow.address, .cacheControl: "no-store"])
        answer.set(AppleFlowCookie.setting(flow.browser, isSecure: destinations.isSecure))
        return answer
    }

    /// Validates the request.
    /// - Returns: the challenge of a client that uses PKCE.
    private static func challenge(
        _ query: GoTrueInputs.Authorization,
        _ request: Request
    ) throws -> ProofKeyChallenge? {
        // Images and scripts of other pages must not start a sign-in.
        if let use = request.headers[.secFetchDest], use != "document" {
            throw WebFailure.goTrueInvalid("Open this URL as a page: it redirects the browser to Apple.")
        }
        // A challenge that is missing by mistake must not put tokens into the address.
        guard query.challenge != nil || (query.method == nil && request.uri.queryParameters["code_challenge"] == nil)
        else { throw WebFailure.goTrueInvalid("code_challenge is missing.") }
        guard query.provider == "apple" else { throw WebFailure.goTrueProviderOff(query.provider) }
        return try query.challenge.map { text in
            guard let challenge = ProofKeyChallenge(text, method: query.method) else {
                throw DomainError.invalid("code_challenge", .challenge)
            }
            return challenge
        }
    }

    /// - Throws: without a standard destination and with a `redirect_to` that is not an address of the tenant.
    private func returnAddress(_ redirect: String?, _ call: PlainCall<GoTrueContext>) async throws -> String {
        let settings = try await tenantSettings.settings(of: call.context.tenant.id).settings
        var address = settings.standardDestination
        if let redirect {
            address = try await destinations.address(redirect, settings, call, of: call.context.tenant) ?? address
        }
        guard let address else {
            throw WebFailure.goTrueInvalid("redirect_to is not one of the tenant's redirect_urls.")
        }
        return address
    }
}

extension GoTrueAdmission {
    /// Resolves the tenant of a browser that an SDK sends here without headers: by the key in the query, or by the
    /// tenant's own host name.
    func enterByAddress(_ request: Request, _ context: GatehouseContext) async throws -> GoTrueContext {
        let key = try request.query(GoTrueInputs.keyInQuery)
        guard let key, request.headers[.apiKey] == nil, request.headers[.authorization] == nil else {
            return try await enter(request, context)
        }
        // A secret key must not be in a URL, so it is not accepted here.
        let tenant = try await authenticator.key(key, .publishable, speaking: .gotrue).tenant
        return admitted(request, context, to: tenant, token: nil)
    }
}

extension GoTrueInputs {
    struct Authorization: Sendable {
        let provider: String
        let redirect: String?
        let challenge: String?
        let method: String?
    }

    static let authorization = Inputs {
        Authorization(
            provider: $0.read(.text("provider", "The identity provider.", maximum: 40, schema: .oneOf(["apple"]))),
            redirect: $0.read(
                .optionalText(
                    "redirect_to",
                    "Where the browser is redirected afterwards; one of the tenant's `redirect_urls`.",
                    maximum: 2048
                )
            ),
            challenge: $0.read(.optionalText("code_challenge", "RFC 7636.", maximum: 200, schema: .text(43...128))),
            method: $0.read(
                .optionalText("code_challenge_method", "RFC 7636.", maximum: 10, schema: .oneOf(["s256", "plain"]))
            )
        )
    }
    static let keyInQuery = Inputs { $0.read(.optionalText("apikey", "The publishable key.", maximum: 200)) }
}

extension APIOperation {
    static let goTrueWebFlowOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueAuthorize",
            tag: .goTrue,
            summary: "Redirects the browser to Apple's sign-in page",
            details: """
                The browser is redirected to `redirect_to` with the session in the fragment, or with `?code=` (`grant_type=pkce`) if `code_challenge` is set. \
                Without a custom domain of the tenant, the URL has the publishable key as `apikey`.
                """,
            query: GoTrueInputs.authorization.descriptions + GoTrueInputs.keyInQuery.descriptions,
            answers: [.init(status: .found, summary: "Redirect to Apple's page.", schema: nil)],
            errors: .goTrue([.apple(.disabled), .limited])
        )
    ]
}
