import Domain

extension AccountNotices {
    /// Notifies the former mailbox, if it was confirmed, when a link changed the account's email.
    func tellFormer(_ used: OpenLink, in context: SignInContext) {
        guard used.link.purpose == .changeEmail, used.formerEmail != used.user.email else { return }
        notify(.emailChanged, to: NoticeRecipient(used.formerEmail, of: used.user), in: context)
    }
}
