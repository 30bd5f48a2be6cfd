import Domain

extension MailWords {
    /// A message to an invited user.
    func invitation(app: String, to email: EmailAddress, name: String?, url: String) -> MailMessage {
        let app = VisibleText.escaped(app)
        let days = NewInvitation.lifetime.components.seconds / 86_400
        let (subject, request, validity) =
            switch language {
            case .english:
                (
                    "You are invited to \(app)", "You are invited to \(app). Open this link to choose a password:",
                    "It works once, within \(days) days."
                )
            case .french:
                (
                    "Vous êtes invité à rejoindre \(app)",
                    "Vous êtes invité à rejoindre \(app). Ouvrez ce lien pour choisir un mot de passe :",
                    "Il ne sert qu’une fois, dans les \(days) jours."
                )
            }
        let text = [greeting(name), request, url, validity].joined(separator: "\n\n") + "\n"
        return MailMessage(to: email, toName: name, subject: subject, text: text)
    }
}
