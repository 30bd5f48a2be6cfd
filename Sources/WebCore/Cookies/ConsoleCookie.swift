/// The cookies of the console.
package enum ConsoleCookie {
    package static let session = "gh"
    /// Before anyone is signed in: binds the form to the browser that asked for it.
    package static let signIn = "gh-door"
    /// Between the password and the code.
    package static let challenge = "gh-code"
    /// Shows at the next sign-in that this browser has been signed in.
    package static let device = "gh-device"
    package static let flash = "gh-flash"
    package static let theme = "gh-theme"
    package static let language = "gh-language"
    /// Set by script, so that times are written in the viewer's zone; named without prefix.
    package static let zone = "zone"
}
