/// Events that apps deliver.
struct IngestServices: Sendable {
    let intake: EventIntake

    init(
        _ shared: SharedServices,
        _ options: ServiceOptions,
        recorder: EventRecorder,
        authenticator: AppAuthenticator
    ) {
        let limiter: any IngestLimiting =
            options.isOneOfMany
            ? SharedIngestLimiter(limits: options.ingestLimits, shared: shared.limiter, now: shared.now)
            : IngestLimiter(limits: options.ingestLimits, now: shared.now)
        intake = EventIntake(
            recorder: recorder,
            authenticator: authenticator,
            limiter: limiter,
            budget: IngestBudget(store: shared.stores.events, limits: options.ingestBudget, now: shared.now),
            causeRules: KnownCauseRules(store: shared.stores.causeRules, now: shared.now),
            decoding: DecodingGate(limits: options.decodingLimits)
        )
    }
}

extension Services {
    public var intake: EventIntake { ingestServices.intake }
}
