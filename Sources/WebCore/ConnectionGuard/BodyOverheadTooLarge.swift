import Domain

/// A client sent far more than chunks need: chunk extensions or trailers (RFC 9112 §7.1.2), which are not read.
struct BodyOverheadTooLarge: WebFailureConvertible {
    var webFailure: WebFailure {
        .malformedRequest(.english("Too much is sent beside the body. Leave out trailers and extensions of chunks."))
    }
}
