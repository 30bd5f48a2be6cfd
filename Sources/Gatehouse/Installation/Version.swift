/// The version of this program, as `gatehouse --version` prints it.
enum Version {
    static let current = "0.1.0"

    /// The version with the database engines of this build.
    static var described: String {
        #if PostgreSQL
        "\(current) (SQLite, PostgreSQL)"
        #else
        "\(current) (SQLite)"
        #endif
    }
}
