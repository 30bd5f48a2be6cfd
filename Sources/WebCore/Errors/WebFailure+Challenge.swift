import HTTPTypes

extension WebFailure {
    /// Adds the header that a 401 must have (RFC 9110 §11.6.1, RFC 6750 §3).
    package func challenging(withToken: Bool) -> WebFailure {
        var failure = self
        failure.headers[.wwwAuthenticate] =
            "Bearer realm=\"gatehouse\"" + (withToken ? ", error=\"invalid_token\"" : "")
        return failure
    }
}
