import Domain
import HTTPTypes
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about tokens.
enum TokenInputs {
    static let token = Input.text("token", "The token.", maximum: 8192)
    static let hint = Input<String?>.optionalText(
        "token_type_hint",
        "What kind of token it is. Not needed: each kind is known by its form.",
        maximum: 100
    )
}
