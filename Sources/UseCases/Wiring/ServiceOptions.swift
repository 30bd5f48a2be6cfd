import Domain

/// How the use cases of an installation are set up.
public struct ServiceOptions: Sendable {
    let passwordLimits: PasswordGate.Limits
    let passwordCost: PasswordHash.Cost
    let decodingLimits: DecodingGate.Limits
    let ingestBudget: IngestBudget.Limits
    let ingestLimits: IngestLimits
    /// Whether events can currently be stored.
    let telemetry: TelemetryStorage
    let eventLifetime: Duration
    /// Whether other nodes may serve the same installation.
    let isOneOfMany: Bool
    let secondFactor: SecondFactorPolicy
    /// nil where no mail is sent.
    let mailTransport: (any MailTransport)?
    let mailReport: @Sendable (MailFailure, _ isLast: Bool) -> Void

    public init(
        passwordLimits: PasswordGate.Limits = .init(),
        passwordCost: PasswordHash.Cost = .standard,
        decodingLimits: DecodingGate.Limits = .init(),
        ingestBudget: IngestBudget.Limits = .init(),
        ingestLimits: IngestLimits = .init(),
        telemetry: TelemetryStorage = TelemetryStorage(),
        eventLifetime: Duration = .days(90),
        isOneOfMany: Bool = false,
        secondFactor: SecondFactorPolicy = .required,
        mailTransport: (any MailTransport)? = nil,
        mailReport: @escaping @Sendable (MailFailure, _ isLast: Bool) -> Void = { _, _ in }
    ) {
        self.passwordLimits = passwordLimits
        self.passwordCost = passwordCost
        self.decodingLimits = decodingLimits
        self.ingestBudget = ingestBudget
        self.ingestLimits = ingestLimits
        self.telemetry = telemetry
        self.eventLifetime = eventLifetime
        self.isOneOfMany = isOneOfMany
        self.secondFactor = secondFactor
        self.mailTransport = mailTransport
        self.mailReport = mailReport
    }
}
