import HTTPTypes
import WebCore

extension InputDescription {
    /// The header fields of the answer to an accepted delivery.
    static let acceptedDelivery = [
        InputDescription(.accessControlAllowOrigin, .text, isRequired: true, "`*`"),
        InputDescription(
            .rateLimit,
            .text,
            isRequired: true,
            "What the key and the IP address may still send, as in the response 429."
        ),
        InputDescription(
            .rateLimitPolicy,
            .text,
            isRequired: true,
            "The events and bytes that each may send in a number of seconds."
        ),
    ]
}
