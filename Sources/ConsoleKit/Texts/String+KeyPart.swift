extension String {
    /// A stored value as a part of a text's key: `signed_out` as `signed-out`.
    package var asKeyPart: String { replacing("_", with: "-") }
}
