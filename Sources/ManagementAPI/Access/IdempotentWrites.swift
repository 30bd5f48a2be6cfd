import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import UseCases
import WebCore

/// Responds to a repeated write with the same `Idempotency-Key` with the stored response.
struct IdempotentWrites: RouterMiddleware {
    typealias Context = APIContext

    let idempotency: Idempotency
    /// The routes with their permissions: a caller who has lost the permission gets the denial, not the stored
    /// response.
    let list: RouteList

    func handle(
        _ request: Request,
        context: APIContext,
        next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard request.method != .get, request.method != .head, let key = try Self.key(request.headers) else {
            return try await next(request, context)
        }
        guard let route = list.route(request.method, at: request.uri.path) else { throw WebFailure.internalError }
        if let permission = route.permission { try context.access.require(permission) }
        var request = request
        let content = try await request.rawContent(upTo: Request.maximumContentBytes)
        request.body = RequestBody(buffer: content)
        let sent = request
        let print = Data("\(sent.method.rawValue) \(sent.uri)\n".utf8) + Data(content.readableBytesView)
        let answer = try await idempotency.once(key, request: print, access: context.access) {
            try await RememberedAnswer(next(sent, context))
        }
        guard !answer.isWithheld else {
            let failure = WebFailure(DomainError.conflict(.idempotencySecretWithheld))
            throw WebFailure(
                failure.status,
                failure.code,
                title: failure.title,
                detail: failure.detail,
                headers: answer.location.map { [.location: $0] } ?? [:],
                cause: failure.cause
            )
        }
        return Response(answer)
    }

    /// 1 to 255 characters of visible ASCII (draft-ietf-httpapi-idempotency-key-header §2).
    private static func key(_ headers: HTTPFields) throws(DomainError) -> String? {
        let keys = headers[values: .idempotencyKey]
        guard let key = keys.first else { return nil }
        guard keys.count == 1, Idempotency.keyLengths.contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw .invalid(
                HTTPField.Name.idempotencyKey.rawName,
                .malformed(.english("Send it once, 1 to 255 characters of ASCII."))
            )
        }
        return key
    }
}

extension RememberedAnswer {
    fileprivate init(_ response: Response) async throws {
        let body = BodyCollector()
        try await response.body.write(body)
        self.init(
            status: response.status.code,
            contentType: response.headers[.contentType] ?? "",
            location: response.headers[.location],
            body: body.content.withLock { Data($0.readableBytesView) }
        )
    }
}

extension Response {
    fileprivate init(_ answer: RememberedAnswer) {
        var headers: HTTPFields = [:]
        if !answer.contentType.isEmpty { headers[.contentType] = answer.contentType }
        headers[.location] = answer.location
        self.init(
            status: HTTPResponse.Status(code: answer.status),
            headers: headers,
            body: answer.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}

/// Collects what a body writes. It is a class, because writing consumes the writer itself.
private final class BodyCollector: ResponseBodyWriter, Sendable {
    let content = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        content.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
