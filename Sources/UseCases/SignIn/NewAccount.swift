import Domain

/// The data a user sends to sign up.
public struct NewAccount: Sendable {
    public let email: String
    public let name: String?
    public let password: String
    public let userMetadata: UserAttributes

    public init(email: String, name: String? = nil, password: String, userMetadata: UserAttributes = .none) {
        self.email = email
        self.name = name
        self.password = password
        self.userMetadata = userMetadata
    }
}
