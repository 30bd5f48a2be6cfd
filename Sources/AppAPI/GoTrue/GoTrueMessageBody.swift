import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// `{email, code_challenge?, code_challenge_method?, create_user?, data?, …}`
struct GoTrueMessageBody: Sendable {
    let email: String
    let challenge: ProofKeyChallenge?
    let createsUser: Bool
    let data: UserAttributes

    init(_ object: JSONObject) throws {
        try GoTrueBody.refusePhone(object)
        var fields = Fields(object)
        email = fields.text("email", maximum: EmailAddress.maximumLength)
        let challenge = fields.optionalText("code_challenge", maximum: 200)
        let method = fields.optionalText("code_challenge_method", maximum: 10)
        createsUser = fields.optionalBool("create_user") ?? true
        try fields.finish(.ignored)
        data = try GoTrueBody.attributes(object, "data") ?? .none
        self.challenge = try GoTrueBody.challenge(challenge, method)
    }
}
