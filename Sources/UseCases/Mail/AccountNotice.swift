import Domain

/// Names a change of which the account's mailbox is notified, so that the owner sees a change by somebody else.
public enum AccountNotice: String, Sendable, Hashable, CaseIterable {
    case passwordChanged
    /// Sent to the old address.
    case emailChanged
    /// An administrator no longer marks the address as confirmed.
    case emailDoubted
    /// Many wrong passwords in a row.
    case tooManyGuesses
}
