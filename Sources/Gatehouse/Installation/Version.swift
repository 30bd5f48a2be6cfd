/// The version of this program, as `gatehouse --version` prints it.
enum Version {
    static let current = "0.1.0"

    /// The version with the database engines and the optional content encodings of this build.
    static var described: String {
        var parts = ["SQLite"]
        #if PostgreSQL
        parts.append("PostgreSQL")
        #endif
        #if Brotli
        parts.append("Brotli")
        #endif
        #if Zstandard
        parts.append("Zstandard")
        #endif
        return "\(current) (\(parts.joined(separator: ", ")))"
    }
}
