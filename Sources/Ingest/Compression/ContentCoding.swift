import StrictJSON

/// A content coding of deliveries (RFC 9110 §8.4.1); its raw value is its registered name.
public enum ContentCoding: String, Sendable, CaseIterable {
    case identity
    /// RFC 1952.
    case gzip
    /// The zlib container (RFC 1950), as registered, or bare DEFLATE data (RFC 1951), which several clients send.
    case deflate
    /// RFC 7932. Supported with the package trait `Brotli`.
    case brotli = "br"
    /// RFC 8878. Supported with the package trait `Zstandard`.
    case zstandard = "zstd"

    /// - Parameter field: the value of Content-Encoding. An empty one is identity; a list of codings is unknown.
    public init?(field: String) {
        let names = Self.allCases.map { ($0.rawValue, $0) } + [("", .identity), ("x-gzip", .gzip)]
        guard let coding = names.first(where: { field.matchesIgnoringASCIICase($0.0) })?.1 else { return nil }
        self = coding
    }

    /// Whether this build can decode it.
    public var isSupported: Bool { self == .identity || decompressor != nil }
    /// The codings that this build can decode, except identity.
    public static var supported: [ContentCoding] { allCases.filter { $0 != .identity && $0.isSupported } }

    /// nil for identity, and for what is not in this build.
    var decompressor: (any Decompressor.Type)? {
        switch self {
        case .identity: return nil
        case .gzip: return GzipDecompressor.self
        case .deflate: return DeflateDecompressor.self
        case .brotli:
            #if Brotli
            return BrotliDecompressor.self
            #else
            return nil
            #endif
        case .zstandard:
            #if Zstandard
            return ZstandardDecompressor.self
            #else
            return nil
            #endif
        }
    }
}
