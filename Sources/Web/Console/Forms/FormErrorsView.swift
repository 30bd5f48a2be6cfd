import Domain

/// What is wrong with a form, above it, each line leading to its field.
struct FormErrorsView: Sendable {
    let title: String
    let problems: [Problem]

    struct Problem: Sendable {
        let text: String
        let fieldID: String?
    }
}
