import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import WebCore

/// Renders failures as `google.rpc.Status`, in the encoding of the request (OTLP/HTTP, *Failures*).
package struct OTLPRenderer: ErrorRenderer {
    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        let encoding = OTLPEncoding(answering: request)
        let body = OTLPReply.failure(
            code: Self.code(failure.status.code),
            message: "\(failure.title): \(failure.detail)",
            as: encoding
        )
        return Response(
            status: failure.status,
            headers: [.contentType: encoding.contentType.name],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }

    /// The code of gRPC for a status of HTTP (`google.rpc.Code`).
    static func code(_ status: Int) -> Int32 {
        switch status {
        case 401: 16
        case 403: 7
        case 404: 5
        case 405: 12
        case 408: 4
        case 413, 429: 8
        case 400..<500: 3
        case 503: 14
        default: 13
        }
    }
}
