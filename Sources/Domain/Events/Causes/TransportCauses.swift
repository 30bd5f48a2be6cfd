/// Errors of the transport between the app and a server. A code that the server sent takes precedence.
enum TransportCauses {
    /// `NSURLErrorDomain`, whose codes CFNetwork shares.
    static let urlLoading: [Cause] = (failures + proxies).map(\.transport) + cancellations

    private static let cancellations: [Cause] = [
        .row(-999, "cancelled", "net.cancelled", .cancelled),
        .row(-1012, "userCancelledAuthentication", "net.auth_challenge_cancelled", .cancelled),
    ]

    private static let failures: [Cause] = [
        .row(-1, "unknown", "net.unknown", .failed).vague,
        .row(-995, "backgroundSessionRequiresSharedContainer", "net.background_session", .failed),
        .row(-996, "backgroundSessionInUseByAnotherProcess", "net.background_session", .failed),
        .row(-997, "backgroundSessionWasDisconnected", "net.background_session", .failed),
        .row(-1000, "badURL", "client.bad_url", .failed),
        .row(-1001, "timedOut", "net.timeout", .failed),
        .row(-1002, "unsupportedURL", "client.bad_url", .failed),
        .row(-1003, "cannotFindHost", "net.dns", .failed),
        .row(-1004, "cannotConnectToHost", "net.connect", .failed),
        .row(-1005, "networkConnectionLost", "net.connection_lost", .failed),
        .row(-1006, "dnsLookupFailed", "net.dns", .failed),
        .row(-1007, "httpTooManyRedirects", "net.redirect_loop", .failed),
        .row(-1008, "resourceUnavailable", "net.unavailable", .failed),
        .row(-1009, "notConnectedToInternet", "net.offline", .failed),
        .row(-1010, "redirectToNonExistentLocation", "net.bad_redirect", .failed),
        .row(-1011, "badServerResponse", "net.bad_response", .failed),
        .row(-1013, "userAuthenticationRequired", "net.auth_required", .failed),
        .row(-1014, "zeroByteResource", "net.undecodable", .failed),
        .row(-1015, "cannotDecodeRawData", "net.undecodable", .failed),
        .row(-1016, "cannotDecodeContentData", "net.undecodable", .failed),
        .row(-1017, "cannotParseResponse", "net.undecodable", .failed),
        .row(-1018, "internationalRoamingOff", "net.cellular_blocked", .failed),
        .row(-1019, "callIsActive", "net.call_active", .failed),
        .row(-1020, "dataNotAllowed", "net.cellular_blocked", .failed),
        .row(-1021, "requestBodyStreamExhausted", "client.body_stream", .failed),
        .row(-1022, "appTransportSecurityRequiresSecureConnection", "client.ats_blocked", .failed),
        .row(-1200, "secureConnectionFailed", "tls.handshake", .failed),
        .row(-1201, "serverCertificateHasBadDate", "tls.date", .failed),
        .row(-1202, "serverCertificateUntrusted", "tls.untrusted", .failed),
        .row(-1203, "serverCertificateHasUnknownRoot", "tls.untrusted", .failed),
        .row(-1204, "serverCertificateNotYetValid", "tls.date", .failed),
        .row(-1205, "clientCertificateRejected", "tls.client_cert", .failed),
        .row(-1206, "clientCertificateRequired", "tls.client_cert", .failed),
        .row(-2000, "cannotLoadFromNetwork", "net.cache_only", .failed),
    ]

    /// `kCFErrorDomainCFNetwork`
    private static let proxies: [Cause] = [
        .row(310, "httpsProxyConnectionFailure", "net.proxy", .failed),
        .row(311, "streamHTTPProxyConnectionFailure", "net.proxy", .failed),
    ]

    /// These are mostly beneath -1004 and -1005, which are more specific.
    static let posix: [Cause] = connections.map(\.transport.vague)

    private static let connections: [Cause] = [
        .row(50, "ENETDOWN", "net.posix", .failed),
        .row(51, "ENETUNREACH", "net.posix", .failed),
        .row(53, "ECONNABORTED", "net.posix", .failed),
        .row(54, "ECONNRESET", "net.posix", .failed),
        .row(57, "ENOTCONN", "net.posix", .failed),
        .row(60, "ETIMEDOUT", "net.posix", .failed),
        .row(61, "ECONNREFUSED", "net.posix", .failed),
        .row(89, "ECANCELED", "net.cancelled", .cancelled),
    ]

    static let concurrency: [Cause] = [.row("*", "client.task_cancelled", .cancelled)]

    static let decoding: [Cause] = [Cause.row("*", "client.decode", .failed).transport]

    static let cocoa: [Cause] = [
        .row(3072, "userCancelled", "client.task_cancelled", .cancelled),
        .row(3840, "propertyListReadCorrupt", "client.decode", .failed).transport,
        .row(4864, "coderReadCorrupt", "client.decode", .failed).transport,
        .row(4865, "coderValueNotFound", "client.decode", .failed).transport,
    ]
}
