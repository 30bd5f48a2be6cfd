import Domain

/// A sign-in with Apple whose identity token has been verified.
struct VerifiedAppleRequest: Sendable {
    let request: AppleSignInRequest
    let identity: AppleIdentity
    let settings: TenantSettings
    /// The tenant's settings of its app at Apple.
    let apple: StoredAppleSettings
    let context: SignInContext
}
