import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A body has so many tiny chunks that parsing it costs too much (RFC 9112 §7.1 sets no minimum size).
struct BodyInTinyChunks: Error {}
