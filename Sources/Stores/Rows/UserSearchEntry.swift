import Domain
import StrictJSON

/// The values by which a user is found and sorted. Folding a name takes far longer than writing it, so this is made
/// before the write transaction, where the user is known by then.
struct UserSearchEntry: Sendable {
    let nameKey: String
    let terms: [String]

    /// - Parameter name: the user's name, folded before; ignored when it is another name.
    init(_ user: User, name: SearchedName? = nil) {
        let searched = user.name.map { text in
            if let name, name.text.hasSameBytes(as: text) { name } else { SearchedName(text) }
        }
        nameKey = searched?.key ?? ""
        terms = SearchTerms.terms(of: searched, email: user.email)
    }
}
