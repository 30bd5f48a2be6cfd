import Domain

/// The texts of messages with a link, in English and in French.
struct MailWords: Sendable {
    let language: SupportedLanguage

    func message(_ link: MailedLink, app: String, to email: EmailAddress, name: String?) -> MailMessage {
        let (purpose, url) = (link.purpose, link.url)
        let app = VisibleText.escaped(app)
        let (subject, request) = words(purpose, app)
        var paragraphs = [greeting(name), request]
        if let url { paragraphs.append(url) }
        if let code = link.code { paragraphs.append(url == nil ? code : digits(code)) }
        paragraphs.append(validity(purpose))
        paragraphs.append(closing(purpose))
        return MailMessage(to: email, toName: name, subject: subject, text: paragraphs.joined(separator: "\n\n") + "\n")
    }

    func greeting(_ name: String?) -> String {
        let name = name.map(VisibleText.escaped)
        switch language {
        case .english: return name.map { "Hello \($0)," } ?? "Hello,"
        case .french: return name.map { "Bonjour \($0)," } ?? "Bonjour,"
        }
    }

    private func words(_ purpose: OneTimeLink.Purpose, _ app: String) -> (subject: String, request: String) {
        switch (purpose, language) {
        case (.verifyEmail, .english):
            (
                "Confirm your e-mail address for \(app)",
                "Open this link to confirm that this address is yours and that you use \(app):"
            )
        case (.verifyEmail, .french):
            (
                "Confirmez votre adresse e-mail pour \(app)",
                "Ouvrez ce lien pour confirmer que cette adresse est la vôtre et que vous utilisez \(app) :"
            )
        case (.resetPassword, .english):
            (
                "Choose a new password for \(app)",
                "Someone asked for a new password for your account with \(app). Open this link to choose it:"
            )
        case (.resetPassword, .french):
            (
                "Choisissez un nouveau mot de passe pour \(app)",
                "Un nouveau mot de passe a été demandé pour votre compte \(app). Ouvrez ce lien pour le choisir :"
            )
        case (.signIn, .english), (.exchange, .english): ("Sign in to \(app)", "Open this link to sign in to \(app):")
        case (.signIn, .french), (.exchange, .french):
            ("Connectez-vous à \(app)", "Ouvrez ce lien pour vous connecter à \(app) :")
        case (.changeEmail, .english):
            (
                "Confirm your new e-mail address for \(app)",
                "Open this link to sign in to \(app) with this address from now on:"
            )
        case (.changeEmail, .french):
            (
                "Confirmez votre nouvelle adresse e-mail pour \(app)",
                "Ouvrez ce lien pour vous connecter désormais à \(app) avec cette adresse :"
            )
        case (.reauthentication, .english): ("Your code for \(app)", "Type this code in \(app) to show that it is you:")
        case (.reauthentication, .french):
            ("Votre code pour \(app)", "Saisissez ce code dans \(app) pour confirmer que c’est bien vous :")
        }
    }

    private func digits(_ code: String) -> String {
        switch language {
        case .english: "Or type this code in the app: \(code)"
        case .french: "Ou saisissez ce code dans l’application : \(code)"
        }
    }

    private func validity(_ purpose: OneTimeLink.Purpose) -> String {
        let minutes = purpose.lifetime.components.seconds / 60
        return switch language {
        case .english: "It works once, within \(minutes) minutes."
        case .french: "Il ne sert qu’une fois, dans les \(minutes) minutes."
        }
    }

    private func closing(_ purpose: OneTimeLink.Purpose) -> String {
        switch language {
        case .english: "If it was not you who asked, do nothing: nothing changes, and nobody gets in."
        case .french: "Si vous n’avez rien demandé, ne faites rien : rien ne change et personne n’entre."
        }
    }
}
