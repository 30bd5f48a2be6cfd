/// The version of this program, as `gatehouse --version` prints it.
enum Version {
    static let current = "0.1.0"
}
