import Domain

/// Signs in invited users who accept their invitation in an app.
public struct InvitationSignIn: Sendable {
    let onboarding: Onboarding
    let links: AccountLinks
    let attempts: AttemptLog

    /// Accepts an invitation and opens the user's first session; they set a password later.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func signIn(_ presented: PresentedLink, in context: SignInContext) async throws(AuthFailure) -> SignedIn {
        try await attempts.recording(.linkUse, in: context) { () throws(AuthFailure) in
            // An invitation has no digits to type.
            guard case .token(let text) = presented else { throw .link(.gone) }
            let user = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
                try await onboarding.accept(invitation: text, of: context.tenant.id, from: context.origin)
            }
            return try await links.begin(user, in: context)
        }
    }
}
