import Domain
import StrictJSON

extension AppRelease {
    /// Reads a release as Sentry SDKs write it: `com.example.app@2.4.0+17`. Any other text is a version of its own, as
    /// the hash of a commit.
    /// - Returns: nil for an empty text.
    init?(sentry text: String) {
        let limit = EventDimension.appVersion.definition.maximumBytes
        let bytes = text.utf8
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > bytes.startIndex,
            bytes.index(after: at) < bytes.endIndex,
            !Self.isAddress(package: text[..<at], version: text[bytes.index(after: at)...])
        else {
            guard !text.isEmpty else { return nil }
            self.init(version: EventText.clipped(text, limit))
            return
        }
        let rest = text[bytes.index(after: at)...]
        let parts = rest.splitBytes(at: "+", maximumSplits: 1)
        let hasBuild = parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
        self.init(
            version: EventText.clipped(String(hasBuild ? parts[0] : rest), limit),
            build: hasBuild ? EventText.clipped(String(parts[1]), limit) : nil,
            package: EventText.clipped(String(text[..<at]), limit)
        )
    }

    /// Whether a text is an email address, a sentence with one, or a URL with a password, rather than a release. Such a
    /// text stays whole: the scrubber recognises neither half.
    private static func isAddress(package: Substring, version: Substring) -> Bool {
        if package.utf8.contains(UInt8(ascii: ":")) { return true }
        let labels = version.utf8.split(separator: UInt8(ascii: "."))
        if !labels.isEmpty, labels.prefix(2).allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }) {
            return false
        }
        if package.utf8.contains(UInt8(ascii: " ")) { return true }
        guard labels.count > 1, let last = labels.last else { return false }
        return last.prefix { (0x61...0x7A).contains($0 | 0x20) }.count >= 2
    }
}
