import HTTPTypes
import Hummingbird
import NIOCore

/// Tells the connection's guard that a handler reads the body.
struct BodyRequested: Sendable {}
