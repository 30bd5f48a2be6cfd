/// Where in an attempt an event happened.
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
    /// The client named a stage that this version does not know; the name is kept as the attribute `auth.stage`.
    case other
}

/// How a step of an attempt ended.
public enum Outcome: String, Sendable, CaseIterable, Hashable {
    case success
    /// The person changed their mind: counted, never an error.
    case cancelled
    /// The person can mend it: a wrong password, say.
    case rejected
    case failed
    /// Signed in, but a side step failed.
    case degraded
    /// Client and server disagree on the state.
    case inconsistent
    case skipped
}

/// Which half of the attempt an event tells of.
public enum EventSource: String, Sendable, CaseIterable, Hashable {
    case client, server
}
