import ConsoleKit
import UseCases

/// What a search found.
struct FindResult: Sendable {
    struct Users: Sendable {
        let found: [UserSummary]
        let roles: RoleTitles
    }

    enum State: Sendable, Hashable {
        case searched, nothingAsked
        /// With the sentence that says why.
        case invalid(String)
    }

    static let nothingAsked = FindResult(state: .nothingAsked, text: "")

    let state: State
    let text: String
    /// What the text names exactly.
    var places: [LinkView] = []
    /// Nil for viewers who may not read users.
    var users: Users?

    private init(state: State, text: String) {
        self.state = state
        self.text = text
    }

    init(invalid text: String, _ sentence: String) { self.init(state: .invalid(sentence), text: text) }

    init(_ text: String, places: [LinkView], users: Users?) {
        self.init(state: .searched, text: text)
        self.places = places
        self.users = users
    }

    var isEmpty: Bool { places.isEmpty && users?.found.isEmpty != false }
}
