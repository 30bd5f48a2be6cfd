import Domain

/// A body has so many tiny chunks that parsing it costs too much (RFC 9112 §7.1 sets no minimum size).
struct BodyInTinyChunks: WebFailureConvertible {
    var webFailure: WebFailure {
        .malformedRequest(.english("The chunks of the body are too small. Send at least 16 bytes in each."))
    }
}
