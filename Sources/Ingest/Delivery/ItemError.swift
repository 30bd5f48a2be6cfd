import Domain
import StrictJSON

/// Why an item is rejected as an event.
struct ItemError: Error {
    let code: String
    let message: String
}
