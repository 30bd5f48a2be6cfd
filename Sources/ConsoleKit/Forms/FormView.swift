/// The action of a form, and its CSRF token.
package struct FormView: Sendable {
    package let action: String
    package let token: String

    package init(action: String, token: String) {
        self.action = action
        self.token = token
    }
}
