import Crypto
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import Synchronization

/// Content that is the same for all callers. Clients and shared caches may keep it for a while, and then ask by its
/// `ETag` whether it has changed (RFC 9111 §4.3).
package struct PublicContent: Sendable {
    private let bytes: ByteBuffer
    private let tag: String
    private let contentType: String

    package init(_ bytes: [UInt8], contentType: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.contentType = contentType
        tag = "\"\(Base64URL.encode(SHA256.hash(data: bytes).prefix(12)))\""
    }

    package init(_ json: JSONValue) {
        self.init(json.serialized(), contentType: "application/json")
    }

    /// - Parameters:
    ///   - seconds: how long the response may be kept without asking.
    ///   - names: the fields of the request that select this content from others at the same path.
    /// - Returns: 304 when the client has this content.
    package func response(
        to request: Request,
        cachedFor seconds: Int,
        varyingBy names: [HTTPField.Name] = []
    ) -> Response {
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=\(seconds)", .contentType: contentType]
        if !names.isEmpty { headers[.vary] = names.map(\.rawName).joined(separator: ", ") }
        let known = request.headers[.ifNoneMatch]?.splitBytes(at: ",").map { ByteText($0.trimmingBlanks()) } ?? []
        if known.contains(ByteText(tag)) || known.contains(ByteText("W/\(tag)")) || known == ["*"] {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}

/// Keeps public content that costs something to make. It never changes, and there are few keys.
package final class PublicContentCache<Key: Hashable & Sendable>: Sendable {
    private let contents = Mutex<[Key: PublicContent]>([:])

    package init() {}

    package func content(_ key: Key, make: () -> PublicContent) -> PublicContent {
        if let content = contents.withLock({ $0[key] }) { return content }
        let content = make()
        contents.withLock { $0[key] = content }
        return content
    }
}
