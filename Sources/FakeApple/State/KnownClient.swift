import Crypto
import Domain

struct KnownClient: Sendable {
    /// Empty permits any address on this machine.
    let redirectURIs: [String]

    func allows(_ uri: String) -> Bool {
        if !redirectURIs.isEmpty { return redirectURIs.contains(uri) }
        // A valid redirect address with plain http is always on this machine.
        return RedirectAddress(uri)?.scheme == "http"
    }
}
