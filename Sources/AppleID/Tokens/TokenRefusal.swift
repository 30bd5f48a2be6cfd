import Domain
import StrictJSON
import UseCases

/// Reads the error of the token endpoint (RFC 6749 §5.2).
enum TokenRefusal {
    static let standardWait = Duration.seconds(60)
    private static let descriptionCharacters = 200

    static func failure(in answer: AppleAnswer) -> AppleServiceFailure {
        let wait = answer.retryAfter ?? standardWait
        // RFC 6749 defines these statuses; any other comes from a failing server or from a proxy.
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

    /// Accepts visible ASCII only: administrators see it, and events store it.
    private static func description(in object: JSONObject) -> String? {
        guard let text = object["error_description"]?.stringValue else { return nil }
        let visible = text.unicodeScalars.lazy.filter { (0x20...0x7E).contains($0.value) }.prefix(descriptionCharacters)
        return visible.isEmpty ? nil : String(String.UnicodeScalarView(visible))
    }
}
