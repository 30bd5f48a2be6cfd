/// The stage of an attempt in which an event happened.
public enum Stage: String, Sendable, CaseIterable, Hashable {
    case ui
    case appleSheet = "apple-sheet"
    case credential
    case passwordEntry = "password-entry"
    case tokenExchange = "token-exchange"
    case appleVerify = "apple-verify"
    case sessionStore = "session-store"
    case sessionRestore = "session-restore"
    case refresh
    case apiUse = "api-use"
    case profileSync = "profile-sync"
    case signOut = "sign-out"
    case accountChange = "account-change"
    /// The client named a stage that this version does not have; the name is stored as the attribute `auth.stage`.
    case other
}

/// The outcome of a step of an attempt.
public enum Outcome: String, Sendable, CaseIterable, Hashable {
    case success
    /// The user cancelled: counted, never an error.
    case cancelled
    /// The user can correct it: a wrong password, say.
    case rejected
    case failed
    /// Signed in, but a side step failed.
    case degraded
    /// Client and server disagree on the state.
    case inconsistent
    case skipped
}

/// Says whether an event is from the client or from the server.
public enum EventSource: String, Sendable, CaseIterable, Hashable {
    case client, server
}
