import Domain

extension PermissionName {
    /// `Create and change roles`
    package func label(_ texts: Texts) -> String { texts(TextKey("roles.permission.\(keyPart)")) }

    /// The part of a text's key: `users.assign_role` as `users-assign-role`.
    package var keyPart: String { rawValue.replacing(".", with: "-").asKeyPart }
}
