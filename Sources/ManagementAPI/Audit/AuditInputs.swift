import Domain
import Foundation
import Hummingbird
import UseCases
import WebCore

/// The fields of requests about the audit.
enum AuditInputs {
    static let action: Input<AuditEntry.Action?> = .optionalOneOf("action", "Only this action.")
    static let actor: Input<ActorID?> = .optionalValue(
        "actor",
        "Only actions of this user, operator or key.",
        .uuid,
        orElse: .english("Write the id of a user, an operator or a key.")
    )
    static let target = Input.optionalText(
        "target",
        "Only actions on this target: an id, or the name of a role.",
        minimum: 1,
        maximum: 100
    )
    static let filter = Inputs { reader in
        AuditFilter(action: reader.read(action), actor: reader.read(actor)?.uuid, target: reader.read(target))
    }

    /// The id of any kind of principal.
    typealias ActorID = Identifier<Principal>
}
