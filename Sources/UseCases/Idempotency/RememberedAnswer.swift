import Domain
import Foundation

/// The stored response to a write.
public struct RememberedAnswer: Sendable, Hashable, Codable {
    public let status: Int
    public let contentType: String
    /// The location of the created resource; without line breaks.
    public let location: String?
    public let body: Data
    /// The body held a secret that is shown once, so it was not stored.
    public let isWithheld: Bool

    public init(status: Int, contentType: String, location: String? = nil, body: Data, isWithheld: Bool = false) {
        self.status = status
        self.contentType = contentType
        self.location = location
        self.body = body
        self.isWithheld = isWithheld
    }

    /// Returns the response without its body, when that holds a secret key, a one-time link or a session token: those
    /// are shown once, and not to a client that repeats the request, which may no longer have the permission.
    func withoutSecrets() -> RememberedAnswer {
        guard Credential.isSecret(in: body) else { return self }
        return RememberedAnswer(
            status: status,
            contentType: contentType,
            location: location,
            body: Data(),
            isWithheld: true
        )
    }
}
