/// Who signs Apple's identity tokens. Apple uses both names, wherever its keys are fetched from.
public enum AppleIssuers {
    public static let all: Set<String> = ["https://appleid.apple.com", "https://account.apple.com"]

    /// What a client secret is made for.
    static let tokenAudience = "https://appleid.apple.com"
}

extension String {
    /// `==` takes two spellings that Unicode calls equivalent for one; here only the same bytes are the same.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Set<String> {
    func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}
