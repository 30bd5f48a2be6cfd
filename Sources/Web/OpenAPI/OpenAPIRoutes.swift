import Hummingbird
import NIOCore
import StrictJSON
import Synchronization

extension APIOperation {
    /// The operations of all described routes.
    static let all =
        userOperations + userLinkOperations + sessionOperations + eventOperations + keyOperations + signingKeyOperations
        + roleOperations
        + auditOperations + tenantOperations + settingsOperations + appleOperations + appleNoticeOperations
        + accountOperations
        + betterAuthOperations
        + betterAuthAccountOperations + betterAuthPasswordOperations + betterAuthAdministrationOperations
        + goTrueOperations
        + goTrueMessageOperations + goTrueIdentityOperations + goTrueWebFlowOperations + tokenOperations
        + ingestOperations
        + healthOperations
        + descriptionOperations

    private static let descriptionOperations = [
        APIOperation(
            id: "getDescription",
            tag: .operations,
            summary: "Reads this API description",
            answers: [.ok("The description.", NamedSchema(name: "OpenAPI", schema: Schema(["type": "object"])))]
        )
    ]
}

/// Serves the API description at `/openapi.json`.
public struct OpenAPIRoutes: Sendable {
    private let list: RouteList
    private let cookies: SecurityScheme.Cookies
    private let server: String

    /// - Parameter list: read at the first request, when every route has been added.
    public init(list: RouteList, console: ConsoleSettings) {
        self.list = list
        server = console.origin
        cookies = SecurityScheme.Cookies(
            console: SetCookie.fullName(ConsoleCookie.session, isSecure: console.isSecure),
            app: SessionCookie.name(isSecure: console.isSecure)
        )
    }

    /// - Parameter routes: at the root of the router, in the area `operations`.
    public func add(to routes: Routes<GatehouseContext>) {
        let made = CachedDocument()
        routes.get("openapi.json", operation: "getDescription") { _, _ in
            let bytes = made.bytes { document.json.serialized() }
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
    }

    var document: OpenAPIDocument {
        OpenAPIDocument(routes: list.routes, operations: APIOperation.all, cookies: cookies, server: server)
    }
}

/// The bytes of the document, which never change while the server runs.
private final class CachedDocument: Sendable {
    private let state = Mutex<ByteBuffer?>(nil)

    func bytes(_ make: () -> [UInt8]) -> ByteBuffer {
        state.withLock { state in
            if let state { return state }
            let bytes = ByteBuffer(bytes: make())
            state = bytes
            return bytes
        }
    }
}
