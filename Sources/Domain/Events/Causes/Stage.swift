/// The stage of an attempt in which an event happened.
public enum Stage: String, Sendable, CaseIterable, Hashable, Codable {
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
