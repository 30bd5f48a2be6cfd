import Domain

/// Explains why a user was not signed in, was not kept signed in, or could not change their account.
///
/// Each API dialect renders it by one table, which answers every case: a new reason without an answer in a dialect does
/// not compile. It holds no secret and no personal data.
public enum AuthFailure: Error, Sendable, Hashable {
    case invalid([FieldProblem])
    case throttled(retryAfter: Duration)
    case tooManyMessages(retryAfter: Duration)
    /// Nothing was decided; the client may retry.
    case unavailable(retryAfter: Duration)
    /// Another user has the email address.
    case emailTaken
    /// The user proved who they are, and is disabled.
    case userDisabled
    /// The user is gone, or a rule forbids the change that does not concern signing in.
    case rejected(DomainError)
    case app(AppReason)
    case signIn(SignInReason)
    case accessToken(AccessTokenReason)
    case refreshToken(RefreshTokenReason)
    case session(SessionReason)
    case link(LinkReason)
    case apple(AppleReason)
    case account(AccountReason)
}

extension AuthFailure {
    /// Explains why a request of an app is rejected before a user is involved.
    public enum AppReason: Sendable, Hashable {
        /// Neither a key nor a host name identifies the tenant.
        case noTenant
        /// The key is not from this server, revoked, or of another kind than this one.
        case unknownKey(expected: APIKey.Kind)
        case tenantSuspended
        /// The tenant's apps use another API dialect.
        case dialectDisabled
    }

    /// Explains why a user was not signed in or signed up without a third party.
    public enum SignInReason: String, Sendable, Hashable {
        /// The password is wrong, or the user is unknown or has no password: the caller cannot distinguish these.
        case wrongCredentials = "wrong_credentials"
        /// The user is authenticated, and has no access to the console.
        case noConsoleAccess = "no_console_access"
        /// The tenant does not allow passwords.
        case passwordDisabled = "password_disabled"
        case anonymousDisabled = "anonymous_disabled"
        case signUpDisabled = "sign_up_disabled"
        /// The password is right, but the email address has not been confirmed.
        case emailUnconfirmed = "email_unconfirmed"
        /// The user has as many sessions as the tenant allows, and the tenant ends none for a new one.
        case sessionLimit = "session_limit"
        /// A user with this email address has signed up before.
        case userExists = "user_exists"
    }

    /// Explains why an access token or a session token is rejected.
    public enum AccessTokenReason: String, Sendable, Hashable {
        /// The text does not have the form of this server's tokens.
        case malformed
        /// The key that the token names signed something else.
        case badSignature = "bad_signature"
        /// The token names a key that the tenant does not have, or has no more.
        case unknownKey = "unknown_key"
        /// The token says that it is from another issuer: another tenant, or another server. Its signature is not
        /// checked.
        case wrongIssuer = "wrong_issuer"
        /// The session token names another tenant than the request: the app sends the wrong key, and its session may be
        /// live.
        case otherTenant = "other_tenant"
        /// The token has expired, is not valid yet, or its key leaked: a refresh returns a new one.
        case expired
    }

    /// Explains why a refresh token is rejected.
    public enum RefreshTokenReason: Sendable, Hashable {
        /// The text does not have the form of this server's tokens.
        case malformed
        /// The token is not from this server, or its session is gone.
        case unknown
        /// The token names another tenant than the request: the app sends the wrong key, and its session may be live.
        case otherTenant
        /// A reuse that is no race and no lost response: the session has ended for it.
        case alreadyUsed(RefreshReuse)
    }

    /// Explains why the session of a token is not live.
    public enum SessionReason: Sendable, Hashable {
        case notFound
        case ended(Session.EndReason)
        /// The session was not used for too long, or is too old.
        case expired
        case tenantSuspended
    }

    /// Explains why a link or code was not sent or not accepted.
    public enum LinkReason: String, Sendable, Hashable {
        /// The link is unknown, used, expired, or for another purpose, or the network has typed too many wrong codes:
        /// the client cannot distinguish these.
        case gone
        /// The tenant stores no addresses, or does not allow sign-in by them.
        case disabled
        /// The verifier does not match the challenge (RFC 7636 §4.6).
        case wrongVerifier = "wrong_verifier"
    }

    /// Explains why a user was not signed in with Apple.
    public enum AppleReason: Sendable, Hashable {
        /// The tenant does not allow this sign-in method, has set no client id, or is suspended.
        case disabled
        /// The identity token is invalid, or cannot be checked now.
        case token(AppleTokenFailure)
        /// The identity token signed a user in before, and not just now.
        case replayed
        /// The user withdrew consent from the app after Apple issued the identity token.
        case withdrawn
        case signUpDisabled
        /// The session of the account that Apple was to be linked to has ended.
        case sessionEnded
        /// The Apple Account is linked to another account, or this one has another Apple Account.
        case taken
    }

    /// Explains why a user's account was not changed.
    public enum AccountReason: String, Sendable, Hashable {
        /// The session is too old for this: sign in again, or send the current password.
        case reauthenticationNeeded = "reauthentication_needed"
        /// The current password or a code is needed, however new the session is.
        case proofNeeded = "proof_needed"
        /// The current password is needed, or a session that was opened with it minutes ago on this device: no message
        /// with a code can be sent.
        case passwordSignInNeeded = "password_sign_in_needed"
        /// The user can enter the console, so another sign-in method is added with the password only.
        case passwordRequired = "password_required"
        /// The session is too old for this, whatever else is sent.
        case sessionNotFresh = "session_not_fresh"
        /// An administrator or a backend acts as the user; no proof and no new sign-in of the user helps.
        case impersonated
        case wrongCurrentPassword = "wrong_current_password"
        /// The code is wrong, used or expired.
        case wrongNonce = "wrong_nonce"
        /// The account has no password to replace.
        case noPassword = "no_password"
        case samePassword = "same_password"
        /// The tenant stores no addresses, or has no mail delivery for the message that this needs.
        case emailUnavailable = "email_unavailable"
        case identityNotFound = "identity_not_found"
        /// Without this sign-in method the user could not sign in any more.
        case lastIdentity = "last_identity"
    }
}
