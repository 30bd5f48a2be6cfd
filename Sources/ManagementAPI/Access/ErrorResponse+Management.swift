import Domain
import WebCore

/// The error responses of the management API.
extension ErrorResponse {
    static func management(_ route: RouteDescription, _ operation: APIOperation) -> [ErrorResponse] {
        var errors = [
            ErrorResponse(400, "The request cannot be read.", ["malformed_request", "several_credentials"]),
            ErrorResponse(401, "No credential, or none that is good.", ["unauthenticated"]),
            ErrorResponse(403, "Not allowed.", denials(route)),
            ErrorResponse(429, "Too many requests of the key, the user or the tenant.", ["throttled"]),
        ]
        let absences = absences(route)
        if !absences.isEmpty { errors.append(ErrorResponse(404, "Not here, or not any more.", absences)) }
        if route.isWrite {
            errors += [
                ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"]),
                ErrorResponse(409, "Something is in the way.", conflicts(operation)),
                ErrorResponse(413, "The request is too large.", ["too_large"]),
                ErrorResponse(
                    415,
                    "The content type or encoding is not supported.",
                    ["unsupported_media_type", "unsupported_encoding"]
                ),
            ]
        }
        if !operation.query.isEmpty { errors.append(.longTarget) }
        if route.isWrite || !operation.query.isEmpty {
            errors.append(ErrorResponse(422, "Some fields are invalid; `errors` names each.", ["invalid_fields"]))
        }
        return errors + failures(of: .problem)
    }

    private static func denials(_ route: RouteDescription) -> [String] {
        var codes = ["missing_permission", "tenant_suspended", "proof_needed"]
        if route.isWrite { codes += ["cross_site_request", "outranked"] }
        if ["deleteUser", "disableUser", "eraseEvents", "eraseUserEvents", "updateUser"].contains(route.operation) {
            codes.append("own_account")
        }
        return codes
    }

    private static func absences(_ route: RouteDescription) -> [String] {
        let things = [
            "tenant", "user", "session", "event", "attempt", "failure", "key", "role", "code", "view", "release",
            "rule",
        ]
        return things.filter {
            // The bodies of `changeFailures` and `eraseEvents` name failures and a user.
            route.path.contains("{\($0)}") || ($0 == "failure" && route.operation == "changeFailures")
                || ($0 == "user" && route.operation == "eraseEvents")
        }.map { "\($0)_not_found" }
    }

    private static func conflicts(_ operation: APIOperation) -> [String] {
        let general: [DomainError.Conflict] = [
            .idempotencyKeyReused, .idempotencyInProgress, .idempotencyAnswerLost, .idempotencySecretWithheld,
        ]
        return (operation.conflicts + general).map(\.rawValue)
    }
}
