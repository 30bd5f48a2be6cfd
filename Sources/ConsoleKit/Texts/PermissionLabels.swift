import Domain

extension PermissionName {
    /// `Create and change roles`
    package func label(_ texts: Texts) -> String { texts(TextKey("roles.permission.\(keyPart)")) }

    /// The name as a part of a text key: `users-assign-role` for `users.assign_role`.
    package var keyPart: String { rawValue.replacing(".", with: "-").asKeyPart }
}

extension Role {
    /// The displayed name: translated for a built-in role, as the tenant wrote it for any other.
    package func title(_ texts: Texts) -> String {
        isBuiltIn ? texts(TextKey("common.role.\(name.description.asKeyPart)")) : VisibleText.escaped(title)
    }
}
