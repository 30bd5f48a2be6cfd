import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The rest of a request did not arrive in time.
struct RequestReadingTimedOut: WebFailureConvertible {
    var webFailure: WebFailure { .requestTimeout }
}
