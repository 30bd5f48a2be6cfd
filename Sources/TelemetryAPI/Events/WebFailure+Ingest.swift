import Domain
import HTTPTypes
import Ingest
import WebCore

extension WebFailure {
    /// 400, and 413 for too many events.
    init(_ error: DeliveryError) {
        if error.isTooLarge || error.code == "too_many" {
            self.init(.contentTooLarge, error.code, title: "The delivery is too large", detail: error.sentence)
        } else {
            self.init(.badRequest, error.code, title: "The delivery cannot be read", detail: error.sentence)
        }
    }

    /// 400, and 413 for a body that unpacks to too much.
    init(_ error: InflateError, _ coding: ContentCoding) {
        let sentence = error.sentence(coding)
        switch error {
        case .tooLarge, .ratioTooHigh:
            self.init(.contentTooLarge, "too_large", title: "The request is too large", detail: sentence)
        default: self = .malformedRequest(.english(sentence))
        }
    }
}

extension DeliveryError {
    var isTooLarge: Bool { code == "too_large" }
}
