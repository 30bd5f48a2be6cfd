import Foundation

/// A guide of the folder `docs`.
enum Guide {
    /// The lines of a file, empty ones included; none where it cannot be read.
    static func lines(_ name: String) -> [String] {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try? String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
        return text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    }
}
