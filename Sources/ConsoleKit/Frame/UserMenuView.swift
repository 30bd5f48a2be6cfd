/// The menu of the signed-in user.
struct UserMenuView: Sendable {
    let name: String
    let email: String
    let role: String
    let initials: String
    /// The person's own second factor.
    let secondFactor: String
    let signOut: FormView
    let themeForm: FormView
    let languageForm: FormView
    let returnTo: String
    let themes: [OptionView]
    let languages: [OptionView]
}
