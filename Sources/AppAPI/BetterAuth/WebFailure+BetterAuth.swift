import Domain
import HTTPTypes
import WebCore

/// The failures of this dialect that do not concern signing in.
extension WebFailure {
    static let missingOrigin = betterAuth(
        .forbidden,
        "MISSING_OR_NULL_ORIGIN",
        .english("Send the Origin header, or the session token as a bearer token instead of the cookie.")
    )
    static let foreignOrigin = betterAuth(
        .forbidden,
        "INVALID_ORIGIN",
        .english("Send it from a page on the app's custom domain.")
    )
    static let invalidToken = betterAuth(.badRequest, "INVALID_TOKEN", .english("Invalid token"))
    static let nothingToUpdate = betterAuth(.badRequest, "NO_FIELDS_TO_UPDATE", .english("No fields to update"))
    static let noData = betterAuth(.badRequest, "NO_DATA_TO_UPDATE", .english("No data to update"))
    static let passwordInData = betterAuth(
        .badRequest,
        "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER",
        .english("Send the password to /admin/set-user-password.")
    )
    static let untrustedCallback = betterAuth(
        .forbidden,
        "INVALID_CALLBACK_URL",
        .english("Send a path, or a URL on the app's custom domain, as callbackURL.")
    )
    static let secondFactorRequired = betterAuth(
        .forbidden,
        "SECOND_FACTOR_REQUIRED",
        .english("Use the console with your second factor, or your backend with a secret key.")
    )
    static let untrustedRedirect = betterAuth(
        .forbidden,
        "INVALID_REDIRECT_URL",
        .english("Send a URL of the setting redirect_urls, or one on the app's custom domain, as redirectTo.")
    )
    static let multiSessionDisabled = betterAuth(
        .notFound,
        "MULTI_SESSION_DISABLED",
        .english("The app allows one signed-in user per browser.")
    )
    static let unknownBrowserSession = betterAuth(
        .unauthorized,
        "INVALID_SESSION_TOKEN",
        .english("Invalid session token.")
    )
    static let notImpersonating = betterAuth(
        .badRequest,
        "YOU_ARE_NOT_IMPERSONATING_ANYONE",
        .english("You are not impersonating anyone.")
    )
}
