import Domain

/// One step of an attempt, as it is recorded.
struct AttemptEntry: Sendable {
    let step: AttemptStep
    let outcome: Outcome
    /// The error code, from the taxonomy.
    let code: String?
    let user: User.ID?
    let session: Session.ID?
    let duration: Duration?
    /// Further attributes; never personal data.
    let attributes: [EventAttribute]

    init(
        _ step: AttemptStep,
        _ outcome: Outcome,
        code: String? = nil,
        user: User.ID? = nil,
        session: Session.ID? = nil,
        took duration: Duration? = nil,
        adding attributes: [EventAttribute] = []
    ) {
        self.step = step
        self.outcome = outcome
        self.code = code
        self.user = user
        self.session = session
        self.duration = duration
        self.attributes = attributes
    }

    /// A step that failed or was rejected, with its code and reason.
    init(
        _ step: AttemptStep,
        _ failure: AuthFailure,
        user: User.ID? = nil,
        session: Session.ID? = nil,
        took duration: Duration? = nil,
        adding attributes: [EventAttribute] = []
    ) {
        self.init(
            step,
            failure.outcome,
            code: failure.code,
            user: user,
            session: session,
            took: duration,
            adding: failure.attributes + attributes
        )
    }
}
