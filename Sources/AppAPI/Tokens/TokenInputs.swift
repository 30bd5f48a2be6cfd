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
        "The kind of token. Optional: each kind has its own format.",
        maximum: 100
    )

    /// Each kind of token is known by its form, so the hint is not used.
    static let request = Inputs { (token: $0.read(token), hint: $0.read(hint)) }
}
