extension String {
    /// A stored value as a part of a text key: `signed-out` for `signed_out`.
    package var asKeyPart: String { replacing("_", with: "-") }
}
