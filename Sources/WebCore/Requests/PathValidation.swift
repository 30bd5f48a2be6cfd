import Domain
import HTTPTypes
import Hummingbird
import StrictJSON

/// Rejects invalid paths: those with a control character, plain or encoded, which programs interpret differently, and
/// those that cannot be normalised in linear time (`StreamSafeText`), which name nothing.
struct PathValidation: RouterMiddleware {
    typealias Context = GatehouseContext

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        // A path that cannot be decoded is unknown, and gets that error.
        if let bytes = PercentEncoding.decode(request.uri.path.utf8),
            let path = String(validating: bytes, as: UTF8.self)
        {
            guard !Self.holdsControl(bytes) else {
                throw WebFailure.malformedRequest(
                    .localizable("errors.malformed-request.path-control", "The path holds a control character.")
                )
            }
            guard path.isStreamSafe else {
                throw WebFailure.malformedRequest(
                    .localizable(
                        "errors.malformed-request.path-marks",
                        "The path holds more than {maximum} combining marks in a row.",
                        ["maximum": .number(StreamSafeText.maximumMarks)]
                    )
                )
            }
        }
        return try await next(request, context)
    }

    /// Whether the bytes contain U+0000 to U+001F or U+007F to U+009F.
    /// - Parameter bytes: UTF-8.
    private static func holdsControl(_ bytes: [UInt8]) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || last == 0xC2 && (0x80...0x9F).contains(byte) { return true }
            last = byte
        }
        return false
    }
}
