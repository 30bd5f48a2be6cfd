/// The queue of messages, and the notices that users get about their accounts.
struct MailServices: Sendable {
    let mail: MailQueue
    let notices: AccountNotices

    init(_ shared: SharedServices, _ options: ServiceOptions, attempts: AttemptLog) {
        mail = MailQueue(
            transport: options.mailTransport,
            attempts: attempts,
            now: shared.now,
            report: options.mailReport
        )
        notices = AccountNotices(
            settings: shared.stores.settings,
            tenants: shared.stores.tenants,
            mail: mail,
            budget: MailBudget(limiter: shared.limiter),
            texts: shared.texts
        )
    }
}

extension Services {
    public var mail: MailQueue { mailServices.mail }
}
