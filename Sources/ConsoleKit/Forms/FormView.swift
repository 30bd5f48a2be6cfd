import Domain

/// Where a form goes and the token that proves that we drew it.
package struct FormView: Sendable {
    package let action: String
    package let token: String

    package init(action: String, token: String) {
        self.action = action
        self.token = token
    }
}
