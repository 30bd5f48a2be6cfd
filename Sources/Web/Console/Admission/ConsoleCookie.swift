import Domain

/// The cookies of the console.
enum ConsoleCookie {
    static let session = "gh"
    /// Before anyone is signed in: binds the form to the browser that asked for it.
    static let door = "gh-door"
    /// Between the password and the code.
    static let challenge = "gh-code"
    /// Shows at the next sign-in that this browser has been signed in.
    static let device = "gh-device"
    static let flash = "gh-flash"
    static let theme = "gh-theme"
    /// Set by script, so that times are written in the viewer's zone; named without prefix.
    static let zone = "zone"
}
