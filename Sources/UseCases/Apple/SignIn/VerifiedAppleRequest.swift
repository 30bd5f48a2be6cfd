import Domain

/// A sign-in with Apple whose identity token has been verified.
struct VerifiedAppleRequest: Sendable {
    let request: AppleSignInRequest
    let identity: AppleIdentity
    let settings: TenantSettings
    /// The tenant's settings of its app at Apple.
    let apple: StoredAppleSettings
    let context: SignInContext

    /// What can be stored of the name that Apple gave the app: an invalid name does not stop the sign-in, and Apple
    /// does not pass it again.
    var name: String? { kept.name }

    /// Says that a part of the name was left out.
    var notes: [EventAttribute] { kept.isWhole ? [] : [EventAttribute("apple.name_altered", .truth(true))] }

    private var kept: (name: String?, isWhole: Bool) {
        guard !settings.isAnonymous, let name = request.name else { return (nil, true) }
        return DisplayName.keeping(name)
    }
}
