import Domain

extension PermissionName {
    /// `Create and change roles`
    package func label(_ texts: Texts) -> String { texts(TextKey("roles.permission.\(keyPart)")) }

    /// The part of a text's key: `users.assign_role` as `users-assign-role`.
    package var keyPart: String { rawValue.replacing(".", with: "-").asKeyPart }
}

extension Role {
    /// The displayed name: of a built-in role in the language of the page, of others as the tenant wrote it.
    package func title(_ texts: Texts) -> String {
        isBuiltIn ? texts(TextKey("common.role.\(name.description.asKeyPart)")) : VisibleText.escaped(title)
    }
}
