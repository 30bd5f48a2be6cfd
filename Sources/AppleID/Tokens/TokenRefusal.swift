import Domain
import StrictJSON
import UseCases

/// Reads why the token endpoint refused (RFC 6749 §5.2).
enum TokenRefusal {
    static let standardWait = Duration.seconds(60)
    private static let descriptionCharacters = 200

    static func failure(in answer: AppleAnswer) -> AppleServiceFailure {
        let wait = answer.retryAfter ?? standardWait
        // Statuses of RFC 6749; anything else comes from a server in trouble, or from one in between.
        guard answer.status == 400 || answer.status == 401, let object = answer.object,
            let error = object["error"]?.stringValue
        else {
            return .unavailable(retryAfter: wait)
        }
        switch error {
        case "invalid_client": return .invalidClient(description: description(in: object))
        case "invalid_grant":
            return answer.status == 400 ? .invalidGrant(description: description(in: object)) : .refused(.other)
        default: return .refused(AppleServiceFailure.Refusal(rawValue: error) ?? .other)
        }
    }

    /// Visible ASCII only: it is shown to administrators and written to events.
    private static func description(in object: JSONObject) -> String? {
        guard let text = object["error_description"]?.stringValue else { return nil }
        let visible = text.unicodeScalars.lazy.filter { (0x20...0x7E).contains($0.value) }.prefix(descriptionCharacters)
        return visible.isEmpty ? nil : String(String.UnicodeScalarView(visible))
    }
}
