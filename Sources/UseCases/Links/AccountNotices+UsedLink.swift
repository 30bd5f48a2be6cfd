import Domain

extension AccountNotices {
    /// Notifies the former mailbox, if it was confirmed, when a link gave the account another one.
    func tellFormer(_ used: OpenLink, from origin: Principal.Origin) {
        guard used.link.purpose == .changeEmail, used.formerEmail != used.user.email else { return }
        let place = SignInContext(tenant: used.tenant, device: Device(), origin: origin)
        notify(.emailChanged, to: used.formerEmail, of: used.user, languages: [], at: place)
    }
}
