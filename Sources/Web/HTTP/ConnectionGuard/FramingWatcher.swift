import HTTPTypes
import NIOCore
import NIOHTTP1

/// Notes of each header what nobody behind the codec can tell: its version, all of its `Host` fields, bytes that it may
/// not hold.
///
/// It stands between the parser and the codec; what it noted is about the header that the guard is reading.
final class FramingWatcher: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The status that refuses the header; nil when nothing is wrong with it.
    private(set) var refusal: HTTPResponse.Status?
    /// The client sends the body only when it is told to (RFC 9110 §10.1.1).
    private(set) var isBodyHeldBack = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            guard HeaderText.isPermitted(head) else {
                refusal = .badRequest
                isBodyHeldBack = false
                // The guard refuses it; nobody between reads texts that may cost more than their bytes.
                let bare = HTTPRequestHead(version: head.version, method: .GET, uri: "/")
                return context.fireChannelRead(wrapInboundOut(.head(bare)))
            }
            refusal = head.framingRefusal
            isBodyHeldBack =
                !head.isOfFirstVersion
                && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
        }
        context.fireChannelRead(data)
    }
}

extension HTTPRequestHead {
    /// It knows neither `Host`, nor chunks, nor expectations.
    fileprivate var isOfFirstVersion: Bool { version == .http1_0 || version == .http0_9 }

    /// RFC 9112 §3.2, §6.1: who a request is for and where it ends must be beyond doubt, else two servers in a row may
    /// read two different requests.
    fileprivate var framingRefusal: HTTPResponse.Status? {
        let hosts = headers["Host"]
        guard hosts.count == 1 || hosts.isEmpty && isOfFirstVersion, hosts.allSatisfy(\.isHost) else {
            return .badRequest
        }
        let codings = headers["Transfer-Encoding"]
        guard !codings.isEmpty else { return nil }
        guard !isOfFirstVersion, codings.count == 1 else { return .badRequest }
        return codings[0].lowercased() == "chunked" ? nil : .notImplemented
    }
}

extension String {
    /// It holds nothing but what a name, an address and a port are made of (RFC 3986 §3.2.2).
    fileprivate var isHost: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
            }
        }
    }
}
