import Domain
import StrictJSON

/// By what a user is found and sorted. Folding a name takes far longer than writing it, so this is made before the
/// writer is asked for, where the user is known by then.
struct UserSearchEntry: Sendable {
    let nameKey: String
    let terms: [String]

    /// - Parameter name: the user's, folded before; another one is of no use.
    init(_ user: User, name: SearchedName? = nil) {
        let searched = user.name.map { text in
            if let name, name.text.hasSameBytes(as: text) { name } else { SearchedName(text) }
        }
        nameKey = searched?.key ?? ""
        terms = SearchTerms.terms(of: searched, email: user.email)
    }
}
