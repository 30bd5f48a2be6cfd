import HTTPTypes

/// The names of header fields that HTTPTypes does not have. Each is a token (RFC 9110 §5.1), so the initialiser returns a
/// name.
extension HTTPField.Name {
    // Addresses, tracing and idempotency.
    package static let forwarded = Self("Forwarded")!
    package static let xForwardedFor = Self("X-Forwarded-For")!
    package static let xForwardedHost = Self("X-Forwarded-Host")!
    package static let xRequestID = Self("X-Request-Id")!
    package static let xErrorReference = Self("X-Error-Reference")!
    package static let idempotencyKey = Self("Idempotency-Key")!
    package static let baggage = Self("baggage")!

    // The place of a client as Cloudflare adds it, in UTF-8.
    static let cfIPCity = Self("cf-ipcity")!
    static let cfRegion = Self("cf-region")!

    // What browsers send and obey.
    static let referrerPolicy = Self("Referrer-Policy")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    package static let secFetchSite = Self("Sec-Fetch-Site")!
    package static let secFetchDest = Self("Sec-Fetch-Dest")!
    package static let clearSiteData = Self("Clear-Site-Data")!
    package static let refresh = Self("Refresh")!
    package static let link = Self("Link")!
    package static let lastEventID = Self("Last-Event-ID")!
    package static let accelBuffering = Self("X-Accel-Buffering")!

    // Limits.
    package static let rateLimit = Self("RateLimit")!
    package static let rateLimitPolicy = Self("RateLimit-Policy")!
    package static let xRetryAfter = Self("X-Retry-After")!

    // Keys, and the device of an app.
    package static let apiKey = Self("apikey")!
    package static let xAPIKey = Self("x-api-key")!
    package static let gatehouseKey = Self("x-gatehouse-key")!
    package static let xDeviceName = Self("x-device-name")!
    package static let xDeviceModel = Self("x-device-model")!
    package static let xOSVersion = Self("x-os-version")!
    package static let xAppVersion = Self("x-app-version")!

    // Better Auth and GoTrue.
    package static let setAuthToken = Self("set-auth-token")!
    package static let xSupabaseAPIVersion = Self("X-Supabase-Api-Version")!
    package static let xClientInfo = Self("x-client-info")!
    package static let xSBErrorCode = Self("x-sb-error-code")!
    package static let xTotalCount = Self("X-Total-Count")!
    package static let sbAuthUserID = Self("sb-auth-user-id")!
    package static let sbAuthSessionID = Self("sb-auth-session-id")!

    // Sentry.
    package static let sentryTrace = Self("sentry-trace")!
    package static let xSentryAuth = Self("X-Sentry-Auth")!
    package static let xSentryError = Self("X-Sentry-Error")!
    package static let xSentryRateLimits = Self("X-Sentry-Rate-Limits")!
    package static let xRequestedWith = Self("X-Requested-With")!
    package static let authentication = Self("Authentication")!
}
