import Domain

extension APIKey.Kind {
    /// `Publishable`
    func label(_ texts: Texts) -> String { texts(TextKey("keys.kind.\(rawValue)")) }

    /// In a list to choose from: `Publishable, to sign users in`.
    func choice(_ texts: Texts) -> String { texts(TextKey("keys.choice.\(rawValue)")) }

    /// Below its label: `identifies the tenant`.
    func purpose(_ texts: Texts) -> String { texts(TextKey("keys.purpose.\(rawValue)")) }

    /// What a confirmation warns of.
    func afterRevocation(_ texts: Texts) -> String { texts(TextKey("keys.revocation-effect.\(rawValue)")) }
}
