/// The paths of Apple's requests, below the tenant's own address.
package enum ApplePaths {
    /// The path that Apple's page returns to.
    package static let callback = "/apple/callback"
    /// The path of Apple's server-to-server notifications.
    package static let notifications = "/apple/notifications"
}
