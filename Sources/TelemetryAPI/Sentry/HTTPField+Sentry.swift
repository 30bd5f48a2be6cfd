import HTTPTypes

extension HTTPField.Name {
    // Valid tokens, as every field name is.
    static let xSentryAuth = HTTPField.Name("X-Sentry-Auth")!
    static let xSentryError = HTTPField.Name("X-Sentry-Error")!
    static let xSentryRateLimits = HTTPField.Name("X-Sentry-Rate-Limits")!
    static let xRequestedWith = HTTPField.Name("X-Requested-With")!
    static let authentication = HTTPField.Name("Authentication")!
}
