import Domain

extension Role {
    /// The displayed name: of a built-in role in the language of the page, of others as the tenant wrote it.
    package func title(_ texts: Texts) -> String {
        isBuiltIn ? texts(TextKey("common.role.\(name.description.asKeyPart)")) : VisibleText.escaped(title)
    }
}
