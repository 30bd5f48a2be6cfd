/// The issuers of Apple's identity tokens. Apple uses both names, whichever host its keys are fetched from.
public enum AppleIssuers {
    public static let all: Set<String> = ["https://appleid.apple.com", "https://account.apple.com"]

    /// The audience of a client secret.
    static let tokenAudience = "https://appleid.apple.com"
}

extension String {
    /// Compares bytes. `==` treats strings that Unicode calls canonically equivalent as equal.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Set<String> {
    func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}
