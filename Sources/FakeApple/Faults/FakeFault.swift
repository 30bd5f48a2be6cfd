import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import StrictJSON

/// A fault in a response of the fake server.
public enum FakeFault: Sendable, Hashable {
    /// Answers with this status and nothing else.
    case status(Int)
    /// Answers 400 with this error, in the format of the token endpoint.
    case error(String)
    /// Answers 200 with a body that is not JSON.
    case garbage
    /// Answers 200 with this many bytes of JSON.
    case oversized(Int)
    /// Announces a body and closes the connection within it.
    case drop
    /// Waits before it answers normally.
    case slow(Duration)
    /// Answers 302 to this address.
    case redirect(String)
    /// Answers with this status and exactly this text.
    case answer(Int, String)
}

extension FakeFault {
    /// The error of a connection that is closed too early.
    private struct Dropped: Error {}

    /// - Parameter whole: creates the response without the fault.
    func answer(_ whole: () async throws -> Response) async throws -> Response {
        switch self {
        case .status(let code): return Response(status: .init(code: code))
        case .error(let error): return .json(["error": .string(error)], status: .badRequest)
        case .garbage: return .text("<html>It works!</html>")
        case .oversized(let count): return .text("{\"keys\":[\"" + String(repeating: "x", count: count) + "\"]}")
        case .answer(let code, let text): return .text(text, status: .init(code: code))
        case .redirect(let address): return Response(status: .found, headers: [.location: address])
        case .drop:
            return Response(
                status: .ok,
                body: ResponseBody(contentLength: 1000) { writer in
                    try await writer.write(ByteBuffer(string: "{\"keys\":["))
                    throw Dropped()
                }
            )
        case .slow(let time):
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
            return try await whole()
        }
    }
}
