import Domain
import StrictJSON

/// The texts by which stored events name users: a keyed hash in place of an email address.
public struct EventUserNames: Sendable {
    let pseudonyms: Pseudonyms

    /// Returns what events keep of a text by which an app names a user; nil when that does not tell the user from others.
    public func name(for text: String, in tenant: Tenant.ID) -> String? {
        let user = EventDimension.user
        // A longer text is cut where it is received.
        let kept = EventText.clipped(user.storedText(text), user.definition.maximumBytes)
        return pseudonyms.scrubber(of: tenant).identifier(kept)
    }

    /// Returns the names that events can have for a user: by id, by email address and by the ids of sign-in methods.
    /// - Parameter isConfirmed: leaves an email address out that is not confirmed, because it can be someone else's.
    func names(of user: User, _ identities: [Identity], isConfirmed: Bool) -> Set<ByteText> {
        // Apps send the address as it is shown, or as it is stored.
        let addresses = user.emailVerified || !isConfirmed ? user.email.map { [$0.description, $0.shown] } ?? [] : []
        let texts = [user.id.description] + addresses + identities.map(\.subject)
        return Set(texts.compactMap { name(for: $0, in: user.tenant).map { ByteText($0) } })
    }
}
