import StrictJSON

/// A part of a text: prose or code.
package struct ProsePartView: Sendable, Hashable {
    package let text: String
    package let isCode: Bool

    /// - Parameter prose: a text with code between backticks.
    package static func parts(of prose: String) -> [ProsePartView] {
        prose.splitBytes(at: "`").enumerated().filter { !$0.element.isEmpty }.map { place, part in
            ProsePartView(text: String(part), isCode: !place.isMultiple(of: 2))
        }
    }
}
