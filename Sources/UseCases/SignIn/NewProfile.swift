import Domain

/// The attributes of a user who signs up.
struct NewProfile: Sendable {
    var email: EmailAddress?
    var name: String?
    var userMetadata = UserAttributes.none
}
