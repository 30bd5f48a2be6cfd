import HTTPTypes
import Hummingbird
import WebCore

/// Whether a browser says that a request comes from our own pages.
enum SameOriginCheck {
    /// - Throws: 403 when the browser names another site.
    ///
    /// A browser that keeps the referrer to itself, as our pages ask it to, writes `Origin: null`; the token decides
    /// then.
    static func verify(_ request: Request, _ address: PublicAddress) throws(WebFailure) {
        if let site = request.headers[.secFetchSite], site != "same-origin" { throw .crossSite }
        guard let origin = request.headers[.origin], origin != "null", origin != address.origin else { return }
        guard let page = PageOrigin(origin), PublicOrigin(address.origin).owns(page, request) else { throw .crossSite }
    }
}
