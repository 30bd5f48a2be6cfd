/// The version of this program, as `gatehouse --version` prints it.
enum Version {
    static let current = "0.1.0"

    /// The version with the database engines and the optional content encodings of this build.
    static var described: String {
        let parts = ["SQLite", postgres, brotli, zstandard].compactMap(\.self)
        return "\(current) (\(parts.joined(separator: ", ")))"
    }

    #if PostgreSQL
    private static let postgres: String? = "PostgreSQL"
    #else
    private static let postgres: String? = nil
    #endif

    #if Brotli
    private static let brotli: String? = "Brotli"
    #else
    private static let brotli: String? = nil
    #endif

    #if Zstandard
    private static let zstandard: String? = "Zstandard"
    #else
    private static let zstandard: String? = nil
    #endif
}
