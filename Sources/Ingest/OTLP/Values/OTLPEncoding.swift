/// How the body of an OTLP request is written; its answer is written in the same way.
public enum OTLPEncoding: Sendable, CaseIterable {
    case protobuf
    case json
}
