import HTTPTypes

/// The parts of a path with parameters.
package struct PathTemplate: Sendable, Hashable {
    private let parts: [Part]

    private enum Part: Hashable, Sendable {
        case constant(String)
        case parameter
        /// `**`: the rest of the path.
        case rest
    }

    package init(_ template: String) {
        parts = Self.parts(of: template).map { part in
            if part == "**" { return .rest }
            return part.hasPrefix("{") || part.hasPrefix(":") || part == "*" ? .parameter : .constant(String(part))
        }
    }

    package static func parts(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: true)
    }

    package func matches(_ path: [Substring]) -> Bool {
        for (index, part) in parts.enumerated() {
            if part == .rest { return true }
            guard index < path.count else { return false }
            if case .constant(let text) = part, text != path[index] { return false }
        }
        return path.count == parts.count
    }

    enum Precedence { case higher, same, lower }

    func precedence(over other: PathTemplate) -> Precedence {
        for (mine, theirs) in zip(parts, other.parts) where mine != theirs {
            if case .constant = mine { return .higher }
            if case .constant = theirs { return .lower }
            return mine == .parameter ? .higher : .lower
        }
        return .same
    }
}
