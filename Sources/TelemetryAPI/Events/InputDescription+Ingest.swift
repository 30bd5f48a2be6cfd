import WebCore

extension InputDescription {
    /// The header fields of the answer to an accepted delivery.
    static let acceptedDelivery = [
        InputDescription("Access-Control-Allow-Origin", .text, isRequired: true, "`*`"),
        InputDescription(
            "RateLimit",
            .text,
            isRequired: true,
            "What the key and the IP address may still send, as in the response 429."
        ),
        InputDescription(
            "RateLimit-Policy",
            .text,
            isRequired: true,
            "The events and bytes that each may send in a number of seconds."
        ),
    ]
}
