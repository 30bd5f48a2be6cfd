import Domain

/// The paths of the pages that one-time links lead to.
package enum LinkPaths {
    package static func setup(_ link: String) -> String { "/setup/\(link)" }
    /// - Parameter returnTo: where the browser is redirected afterwards, when the link itself does not say it.
    package static func link(_ link: String, returnTo: String? = nil) -> String {
        let path = "/links/\(link)"
        return returnTo.map { path + "?return_to=" + PercentEncoding.encode($0) } ?? path
    }

    package static func stopLink(_ link: String) -> String { "/links/stop/\(link)" }
    package static func invitation(_ link: String) -> String { "/invitations/\(link)" }
}
