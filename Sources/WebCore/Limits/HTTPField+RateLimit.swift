import HTTPTypes

extension HTTPField.Name {
    // Valid tokens, as every field name is.
    package static let rateLimit = HTTPField.Name("RateLimit")!
    package static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
