import Domain
import UseCases

/// An address to be copied elsewhere.
struct AddressView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}
