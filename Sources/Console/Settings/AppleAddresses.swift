import ConsoleKit
import Domain
import WebCore

/// Where Apple sends browsers and notifications of a tenant: at each of its own domains, and at the installation's
/// address.
struct AppleAddresses: Sendable {
    let callbacks: [String]
    let notifications: [String]
}

extension TenantPage {
    func appleAddresses(_ hosts: [HostName]) -> AppleAddresses {
        let scheme = address.isSecure ? "https" : "http"
        let places = (hosts.map { "\(scheme)://\($0)" } + [address.origin]).map { "\($0)\(paths.start)" }
        return AppleAddresses(
            callbacks: places.map { $0 + ApplePaths.callback },
            notifications: places.map { $0 + ApplePaths.notifications }
        )
    }
}
