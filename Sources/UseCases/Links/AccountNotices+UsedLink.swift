import Domain

extension AccountNotices {
    /// Notifies the former mailbox, if it was confirmed, when a link gave the account another one.
    func tellFormer(_ used: OpenLink, in context: SignInContext) {
        guard used.link.purpose == .changeEmail, used.formerEmail != used.user.email else { return }
        notify(.emailChanged, to: NoticeRecipient(used.formerEmail, of: used.user), in: context)
    }
}
