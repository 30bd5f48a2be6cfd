import Domain
import Foundation

/// Lets the owner of an account's mailbox stop a change of address that a session requested.
extension AccountLinks {
    /// Reads a link that stops a change, without using it up.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func openStop(_ text: String, from origin: RequestOrigin) async throws(AuthFailure) -> OpenStop {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            guard let token = Credential(text, .link), let tenant = token.tenant,
                case let context = ActionContext(tenant, at: systemContext.now()),
                let open = try await store.stop(CredentialHash(token), in: context)
            else { throw AuthFailure.link(.gone) }
            return open
        }
    }

    /// Stops the change: the session that requested it ends, and with `endsAll` every session of the user.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func stopChange(
        _ text: String,
        endsAll: Bool,
        in context: SignInContext
    ) async throws(AuthFailure) -> OpenStop {
        try await attempts.recording(.linkUse, in: context) { () throws(AuthFailure) in
            try await stopped(text, endsAll: endsAll, from: context.origin)
        }
    }

    private func stopped(
        _ text: String,
        endsAll: Bool,
        from origin: RequestOrigin
    ) async throws(AuthFailure) -> OpenStop {
        let moment = systemContext.now()
        return try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            guard let token = Credential(text, .link), let tenant = token.tenant else {
                throw AuthFailure.link(.gone)
            }
            let context = ActionContext(tenant, at: moment)
            let used = try await store.use(stop: CredentialHash(token), endsAll: endsAll, in: context) { open in
                AuditDraft(
                    endsAll ? .sessionsEnded : .sessionEnded,
                    by: .user(open.user.id, role: open.role, from: origin),
                    at: moment,
                    target: endsAll ? .init(.user, open.user.id) : .init(.session, open.stop.session),
                    changes: [.init("email_change", from: "pending", to: "stopped")]
                )
            }
            guard let used else { throw AuthFailure.link(.gone) }
            return used
        }
    }
}

extension OpenStop: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}

extension MailWords {
    /// Returns the message to an account's mailbox when a session requests another address.
    func stop(app: String, to email: EmailAddress, name: String?, url: String) -> MailMessage {
        let app = VisibleText.escaped(app)
        let hours = EmailChangeStop.lifetime.components.seconds / 3600
        let (subject, paragraphs) =
            switch language {
            case .english:
                (
                    "Another e-mail address was asked for in \(app)",
                    [
                        "Someone who is signed in to your account with \(app) asked to use another e-mail address for it.",
                        "If it was you, there is nothing to do. If it was not, open this link to stop it:", url,
                        "It works once, within \(hours) hours.",
                    ]
                )
            case .french:
                (
                    "Une autre adresse e-mail a été demandée pour \(app)",
                    [
                        "Quelqu’un qui est connecté à votre compte \(app) a demandé d’y utiliser une autre adresse e-mail.",
                        "Si c’était vous, il n’y a rien à faire. Sinon, ouvrez ce lien pour l’empêcher :", url,
                        "Il ne sert qu’une fois, dans les \(hours) heures.",
                    ]
                )
            }
        let text = ([greeting(name)] + paragraphs).joined(separator: "\n\n") + "\n"
        return MailMessage(to: email, toName: name, subject: subject, text: text)
    }
}
