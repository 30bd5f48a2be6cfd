import Domain
import HTTPTypes

/// The forms in which a page without anything of one user is written.
package struct PageVariant: Sendable, Hashable {
    /// The fields of a request that select one.
    package static let fields: [HTTPField.Name] = [.acceptLanguage, .cookie]

    package let language: SupportedLanguage
    let theme: String
}
