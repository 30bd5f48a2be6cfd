import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import UseCases
import WebCore

/// The endpoints that Apple calls: server-to-server notifications, at an address of each tenant that its developer
/// account names, and the callback of the web flow.
package struct AppleRoutes: Sendable {
    /// Larger than any body that Apple sends.
    private static let maximumBytes = 32 * 1024

    private let authenticator: AppAuthenticator
    private let notices: AppleNotificationHandler
    private let flow: AppleWebFlow
    private let completions: [AppleFlow.Purpose: any AppleFlowCompletion]
    private let isSecure: Bool

    /// - Parameter completions: one for each purpose of a flow.
    package init(services: Services, completions: [AppleFlow.Purpose: any AppleFlowCompletion]) {
        authenticator = services.authenticator
        notices = services.appleNotificationHandler
        flow = services.appleWebFlow
        isSecure = services.address.isSecure
        self.completions = completions
    }

    /// - Parameter routes: at the root of the router, in the area `apple`.
    package func add(to routes: Routes<GatehouseContext>) {
        let routes = routes.group("t/{tenant}/apple", authentication: .none, admit: admit)
        routes.post("notifications", operation: "takeAppleNotification", use: take)
        routes.post("callback", operation: "finishAppleSignIn", use: finish)
    }

    private func admit(_ request: Request, _ context: GatehouseContext) async throws -> AppleTenantContext {
        let tenant = try await authenticator.tenant(context.id("tenant", of: .tenant, as: Tenant.Slug.self))
        let client = SignInClient(device: Device(headers: request.headers), origin: context.origin)
        let signInContext = SignInContext(tenant: tenant, client: client)
        return AppleTenantContext(context, as: AppleTenantIdentity(signInContext: signInContext))
    }

    /// Answers 200 and nothing else, after the commit: Apple retries any other answer.
    private func take(_ call: PlainCall<AppleTenantContext>) async throws -> Response {
        let body = try await call.request.rawContent(upTo: Self.maximumBytes)
        let (tenant, origin) = (call.context.tenant, call.context.origin)
        switch try await notices.take(Array(body.readableBytesView), for: tenant, from: origin) {
        case .handled: return Response(status: .ok, headers: [.cacheControl: "no-store"])
        // The error equals that of an unknown tenant, so that it does not reveal which tenants use Apple.
        case .notConnected: throw DomainError.notFound(.tenant)
        case .rejected: throw WebFailure.invalidNotification
        }
    }

    /// Handles the form that the browser posts from Apple's page. A redirect to a `GET` follows, so that reloading
    /// posts nothing again.
    private func finish(_ call: PlainCall<AppleTenantContext>) async throws -> Response {
        let answer = try await AppleWebAnswer(call.request)
        let browser = try RequestCookies(call.request.headers).value(AppleFlowCookie.name(isSecure: isSecure)) ?? ""
        guard let outcome = try await flow.finish(answer, browser: browser, in: call.context.signInContext) else {
            throw WebFailure.unknownAppleFlow
        }
        guard let completion = completions[outcome.flow.purpose] else { throw WebFailure.unknownAppleFlow }
        var response = try await completion.response(
            to: outcome,
            AppleCallback(tenant: call.context.tenant, request: call.request, origin: call.context.origin)
        )
        response.headers[.cacheControl] = "no-store"
        response.set(AppleFlowCookie.deleting(isSecure: isSecure))
        return response
    }
}

extension AppleWebAnswer {
    private static let maximumBytes = 32 * 1024

    /// `code`, `id_token`, `state`, and, the first time, `user` as a JSON string; or `error` and `state`.
    init(_ request: Request) async throws {
        var fields = try await request.formFields(upTo: Self.maximumBytes)
        self = fields.read(Self.inputs)
        try fields.finish(.ignored)
    }

    static let inputs = Inputs {
        AppleWebAnswer(
            state: $0.read(.text("state", "The state of the sign-in.", maximum: 256)),
            identityToken: $0.read(.optionalText("id_token", "Apple's identity token.", maximum: 16 * 1024)),
            authorizationCode: $0.read(.optionalText("code", "Apple's authorization code.", maximum: 1024)),
            name: $0.read(.optionalText("user", "The user's name and email, as JSON.", maximum: 4096)).flatMap(name),
            error: $0.read(.optionalText("error", "Why there is no token.", maximum: 200))
        )
    }

    private static func name(_ user: String) -> String? {
        (try? JSONValue(parsing: Array(user.utf8)))?.objectValue.flatMap(AppleUser.name)
    }
}

extension WebFailure {
    static let unknownAppleFlow = WebFailure(
        .badRequest,
        "apple_flow_unknown",
        title: "This sign-in cannot be finished here",
        detail:
            "It took too long, was finished already, or began in another browser. Go back to the app and sign in again."
    )

    fileprivate static let invalidNotification = WebFailure(
        .badRequest,
        "invalid_notification",
        title: "The notification is not signed by Apple",
        detail: "Send the notification unchanged, as Apple signed it for this tenant's app."
    )
}

extension APIOperation {
    static let appleNoticeOperations = [
        APIOperation(
            id: "takeAppleNotification",
            tag: .apple,
            summary: "Handles Apple's server-to-server notifications",
            details: "Only for Apple, which signs the notification. A repeated notification changes nothing.",
            body: Body(contents: [
                .init(
                    schema: NamedSchema(
                        name: "AppleNotification",
                        schema: Schema.object([("payload", Schema.text.example("eyJraWQiOi…"))], required: ["payload"])
                    )
                )
            ]),
            answers: [Answer(status: .ok, summary: "The notification is stored.")]
        ),
        APIOperation(
            id: "finishAppleSignIn",
            tag: .apple,
            summary: "Handles Apple's callback of a web sign-in",
            details:
                "The form that a browser posts from Apple's page. The browser is redirected to the app's redirect URL, with a session or with `error`.",
            body: .open("AppleCallback", AppleWebAnswer.inputs, mediaType: ContentType.form.name),
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "Redirect to the app.",
                    headers: [InputDescription(.location, .text, isRequired: true, "The redirect URL of the app.")]
                )
            ],
            errors: [
                ErrorResponse(400, "", ["apple_flow_unknown"]),
                ErrorResponse(
                    415,
                    "The content type or encoding is not supported.",
                    ["unsupported_media_type", "unsupported_encoding"]
                ),
                ErrorResponse(422, "Some fields are invalid; `errors` names each.", ["invalid_fields"]),
                ErrorResponse(429, "Too many requests from this IP address or its network.", ["throttled"]),
            ]
        ),
    ]
}

/// The identity of a request that Apple, or a browser on the way back from it, sends to an address of a tenant.
struct AppleTenantIdentity: TenantIdentified {
    let signInContext: SignInContext
}

typealias AppleTenantContext = Admitted<AppleTenantIdentity>
