import Domain
import StrictJSON
import UseCases

/// A new key with its secret, which is shown only once.
struct NewKey: Sendable {
    let key: APIKey
    let text: Credential
}
