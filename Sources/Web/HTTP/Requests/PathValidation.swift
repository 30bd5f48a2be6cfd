import Domain
import HTTPTypes
import Hummingbird
import StrictJSON

/// Refuses a path that is not text: a control character, written out or encoded, is read by some and not by others, and
/// what cannot be normalised in linear time (`StreamSafeText`) is no name of anything.
struct PathValidation: RouterMiddleware {
    typealias Context = GatehouseContext

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        // What cannot be decoded names nothing, and is answered as such.
        if let bytes = PercentEncoding.decode(request.uri.path.utf8),
            let path = String(validating: bytes, as: UTF8.self)
        {
            guard !Self.holdsControl(bytes) else {
                throw WebFailure.malformedRequest("The path holds a control character.")
            }
            guard path.isStreamSafe else {
                throw WebFailure.malformedRequest(
                    "The path holds more than \(StreamSafeText.maximumMarks) combining marks in a row."
                )
            }
        }
        return try await next(request, context)
    }

    /// U+0000 to U+001F, U+007F to U+009F.
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
