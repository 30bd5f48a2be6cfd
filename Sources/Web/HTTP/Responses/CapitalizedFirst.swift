extension String {
    /// The text with its first character in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
