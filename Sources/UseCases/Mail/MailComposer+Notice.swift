import Domain

extension MailComposer {
    func notice(_ notice: AccountNotice) -> MailMessage {
        let name = notice.textName
        let guesses = TextArgument.number(ConsecutiveFailures.free)
        return message(name, [text("mail.\(name).text", ["guesses": guesses]), text("mail.advice")])
    }
}

extension AccountNotice {
    /// The part of the texts' keys.
    fileprivate var textName: String {
        switch self {
        case .passwordChanged: "password-changed"
        case .emailChanged: "email-changed"
        case .emailDoubted: "email-doubted"
        case .tooManyGuesses: "too-many-guesses"
        }
    }
}
