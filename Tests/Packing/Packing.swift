/// A form of compressed bodies, made by the library itself.
public enum Packing: String, Sendable, CaseIterable {
    case gzip
    /// DEFLATE data in a zlib container, as the coding `deflate` is registered.
    case zlib
    /// Bare DEFLATE data, as some clients send with the coding `deflate`.
    case bareDeflate
    case brotli
    case zstandard

    /// The forms whose libraries are in this build.
    public static var builtIn: [Packing] { allCases.filter(\.isBuiltIn) }

    public var isBuiltIn: Bool {
        switch self {
        case .gzip, .zlib, .bareDeflate: return true
        case .brotli:
            #if Brotli
            return true
            #else
            return false
            #endif
        case .zstandard:
            #if Zstandard
            return true
            #else
            return false
            #endif
        }
    }

    /// The value of Content-Encoding.
    public var contentEncoding: String {
        switch self {
        case .gzip: "gzip"
        case .zlib, .bareDeflate: "deflate"
        case .brotli: "br"
        case .zstandard: "zstd"
        }
    }

    /// - Precondition: the form is built in.
    public func pack(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gzip: return ZlibPacking.pack(bytes, windowBits: 15 + 16)
        case .zlib: return ZlibPacking.pack(bytes, windowBits: 15)
        case .bareDeflate: return ZlibPacking.pack(bytes, windowBits: -15)
        case .brotli:
            #if Brotli
            return BrotliPacking.pack(bytes, windowBits: 22)
            #else
            preconditionFailure("built without Brotli")
            #endif
        case .zstandard:
            #if Zstandard
            return ZstandardPacking.pack(bytes, windowLog: nil)
            #else
            preconditionFailure("built without Zstandard")
            #endif
        }
    }
}
