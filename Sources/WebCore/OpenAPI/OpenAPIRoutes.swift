import Hummingbird
import NIOCore
import StrictJSON
import Synchronization

/// Serves the API description at `/openapi.json`.
package struct OpenAPIRoutes: Sendable {
    /// The description of this route itself.
    package static let operations = [
        APIOperation(
            id: "getDescription",
            tag: .operations,
            summary: "Reads this API description",
            answers: [.ok("The description.", NamedSchema(name: "OpenAPI", schema: Schema(["type": "object"])))]
        )
    ]

    private let list: RouteList
    private let description: APIDescription

    /// - Parameter list: read at the first request, when every route has been added.
    package init(list: RouteList, description: APIDescription) {
        self.list = list
        self.description = description
    }

    /// - Parameter routes: at the root of the router, in the area `operations`.
    package func add(to routes: Routes<GatehouseContext>) {
        let cached = CachedDocument()
        routes.get("openapi.json", operation: "getDescription") { _ in
            let bytes = cached.bytes { document.json.serialized() }
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
    }

    package var document: OpenAPIDocument { OpenAPIDocument(routes: list.routes, description: description) }
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
