import Foundation
import StrictJSON

/// Validates a display name: one line, trimmed, without control or direction-changing characters.
public enum DisplayName {
    /// The bytes allowed for surrounding space, and for marks that are composed with their letters.
    private static let typedSlack = 1024

    /// - Throws: `.tooLong` or `.malformed` for the field; nil for blank text.
    public static func validated(
        _ text: String,
        maximumLength: Int = User.nameMaximumLength
    ) throws(FieldProblem.Rule) -> String? {
        guard text.utf8.count <= maximumLength * 4 + typedSlack else { throw .tooLong(maximum: maximumLength) }
        guard text.isStreamSafe else {
            throw .malformed(.tooManyMarks)
        }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !name.isEmpty else { return nil }
        guard name.count <= maximumLength, name.utf8.count <= maximumLength * 4 else {
            throw .tooLong(maximum: maximumLength)
        }
        guard name.unicodeScalars.allSatisfy({ !VisibleText.isHidden($0) }) else {
            throw .malformed(.localizable("forms.hidden-characters", "Leave out line breaks and invisible characters."))
        }
        return name
    }
}
