import StrictJSON

/// A user's changes of their own account; nil leaves an attribute as it is.
public struct AccountChange: Sendable {
    public var email: String?
    public var password: String?
    /// Reauthenticates the user.
    public var currentPassword: String?
    /// A code from a message, which reauthenticates the user instead.
    public var nonce: String?
    /// Replaces these members of `user_metadata`; null removes one.
    public var data: JSONObject?
    public var name: String?
    /// The settings of a message to a new address.
    public var message = AccountChangeMessage()

    public init(
        email: String? = nil,
        password: String? = nil,
        currentPassword: String? = nil,
        data: JSONObject? = nil,
        name: String? = nil
    ) {
        self.name = name
        self.email = email
        self.password = password
        self.currentPassword = currentPassword
        self.data = data
    }
}

extension AccountChange {
    /// Returns the change with settings for the message that it may need.
    public func with(_ message: AccountChangeMessage) -> AccountChange {
        var change = self
        change.message = message
        return change
    }
}
