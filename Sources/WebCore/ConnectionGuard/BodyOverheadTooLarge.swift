/// A client sent far more than chunks need: chunk extensions or trailers (RFC 9112 §7.1.2), which are not read.
struct BodyOverheadTooLarge: Error {}
