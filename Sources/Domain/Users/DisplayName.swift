import Foundation
import StrictJSON

/// Validates a display name: one line, trimmed, without control or direction-changing characters, and without joiners
/// where they are not part of the spelling.
public enum DisplayName {
    /// The bytes allowed for surrounding space, and for marks that are composed with their letters.
    private static let typedSlack = 1024

    /// - Parameter maximumLength: in Unicode scalars, as every field of a form or of the API counts.
    /// - Throws: `.tooLong` or `.malformed` for the field; nil for blank text.
    public static func validated(
        _ text: String,
        maximumLength: Int = User.nameMaximumLength
    ) throws(FieldProblem.Rule) -> String? {
        guard text.utf8.count <= maximumLength * 4 + typedSlack else { throw .tooLong(maximum: maximumLength) }
        guard text.isStreamSafe else { throw .malformed(.tooManyMarks) }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !name.isEmpty else { return nil }
        guard name.hasScalars(atMost: maximumLength) else { throw .tooLong(maximum: maximumLength) }
        guard !VisibleText.hasHidden(name) else {
            throw .malformed(.localizable("forms.hidden-characters", "Leave out line breaks and invisible characters."))
        }
        return name
    }

    /// Returns what can be kept of a name that the client cannot ask for again, as Apple passes one to an app only
    /// once: hidden characters are left out, and the rest is cut at the maximum length.
    public static func keeping(
        _ text: String,
        maximumLength: Int = User.nameMaximumLength
    ) -> (name: String?, isWhole: Bool) {
        do { return (try validated(text, maximumLength: maximumLength), true) } catch {
            let beginning = visible(plain(text.beginning(ofBytes: maximumLength * 4)))
            let name = beginning.precomposedStringWithCanonicalMapping.beginning(ofScalars: maximumLength)
            // A joiner that was spelling can stand at the end now.
            return (try? validated(visible(name), maximumLength: maximumLength), false)
        }
    }

    /// Returns the text without its combining marks when it has too many to be normalised in linear time.
    private static func plain(_ text: String) -> String {
        guard !text.isStreamSafe else { return text }
        let scalars = text.unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func visible(_ text: String) -> String {
        VisibleText.replacingHidden(in: text) { isBreak($0) ? " " : "" }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
