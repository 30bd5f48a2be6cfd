/// HTTP responses without a code of this server: a proxy between the app and the server sent them.
enum HTTPCauses {
    static let named: [Cause] = [.row("html_instead_of_json", "net.captive_portal", .failed)]

    /// - Returns: nil for a status that is no error.
    static func canonical(_ status: Int) -> String? {
        switch status {
        case 401: "http.401_uncoded"
        case 403: "http.403_uncoded"
        case 404, 405: "http.route"
        case 408, 425, 429: "http.throttle"
        case 409: "server.conflict"
        case 413: "request.too_large"
        case 400...499: "request.invalid"
        case 502, 503, 504: "http.upstream"
        case 511: "net.captive_portal"
        case 500...599: "server.error"
        default: nil
        }
    }
}
