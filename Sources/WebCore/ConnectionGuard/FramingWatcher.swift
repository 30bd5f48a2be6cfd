import HTTPTypes
import NIOCore
import NIOHTTP1
import StrictJSON

/// Records facts of each header that are lost behind the codec: its version, all of its `Host` fields, forbidden bytes.
///
/// It sits between the parser and the codec; its record is about the header that the guard is reading. Responses get the
/// version of the request: HTTP/1.0 has no chunks (RFC 9112 §6.1).
final class FramingWatcher: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The status that rejects the header; nil for a valid one.
    private(set) var rejection: HTTPResponse.Status?
    /// Whether the connection ends after the response, because the version of the request knows no other way
    /// (RFC 9112 §9.3).
    private(set) var closesAfterResponse = false
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
    private(set) var isBodyHeldBack = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            closesAfterResponse = head.isOfFirstVersion
            guard HeaderText.isPermitted(head) else {
                rejection = .badRequest
                isBodyHeldBack = false
                // The guard rejects the request; handlers in between must not read texts that may cost more than their
                // bytes.
                let bare = HTTPRequestHead(version: head.version, method: .GET, uri: "/")
                return context.fireChannelRead(wrapInboundOut(.head(bare)))
            }
            rejection = head.framingRejection
            isBodyHeldBack =
                !head.isOfFirstVersion
                && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard closesAfterResponse, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

extension HTTPRequestHead {
    /// Whether the version has no `Host`, chunks and expectations.
    fileprivate var isOfFirstVersion: Bool { version == .http1_0 || version == .http0_9 }

    /// Rejects ambiguous framing and `Host` fields (RFC 9112 §3.2, §6.1): two servers in a row may otherwise read two
    /// different requests.
    fileprivate var framingRejection: HTTPResponse.Status? {
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
    /// Whether the text has only the characters of a host name, an address and a port (RFC 3986 §3.2.2).
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

/// The bytes permitted in a target and in field values (RFC 9110 §5.5, RFC 3986 §2).
///
/// They are visible ASCII, spaces and tabs. Only fields that real clients fill with other bytes may have more: device
/// names, cookies of other pages of the site, and city names of proxies. Their readers compare bytes.
enum HeaderText {
    /// In lower case, for case-insensitive comparison.
    static let freeFields = Set(
        [
            HTTPField.Name.cookie, .userAgent, .xClientInfo, .xDeviceName, .xDeviceModel, .xOSVersion, .xAppVersion,
            .cfIPCity, .cfRegion,
        ].map(\.canonicalName)
    )

    /// Returns whether the target and each value have only permitted bytes.
    static func isPermitted(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        for (name, value) in head.headers {
            guard !value.utf8.allSatisfy(isPlain) else { continue }
            // The parser ensures that names are ASCII.
            guard freeFields.contains(name.lowercased()), value.isStreamSafe else { return false }
        }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x09 }
}

extension HTTPRequest {
    /// Whether the connection ends after this request, or would switch to another protocol, which is not supported.
    var asksToClose: Bool {
        if headerFields[.upgrade] != nil { return true }
        return headerFields[values: .connection].contains { field in
            field.splitBytes(at: ",").contains { $0.trimmingBlanks().matchesIgnoringASCIICase("close") }
        }
    }
}
