/// What all evidence of an attempt says about who can remove the cause of its end.
public struct AttemptVerdict: Sendable, Hashable {
    public enum Conclusion: Sendable, Hashable {
        case fault(CauseFault)
        /// Someone else than the user seems to have made the attempt, or to hold the tokens of its session.
        case attackSuspected
        case unclear(Doubt)
        case nothingWrong

        public enum Kind: String, Sendable, CaseIterable {
            case fault
            case attackSuspected = "attack_suspected"
            case unclear
            case nothingWrong = "nothing_wrong"
        }

        public var kind: Kind {
            switch self {
            case .fault: .fault
            case .attackSuspected: .attackSuspected
            case .unclear: .unclear
            case .nothingWrong: .nothingWrong
            }
        }
    }

    /// Why the evidence is not enough.
    public enum Doubt: String, Sendable, CaseIterable, Hashable {
        /// Nothing has a result yet, or the app may still report.
        case open
        /// Events were left out, because there are too many.
        case incomplete
        /// The catalogue does not have the code, or the error has none.
        case unknownError = "unknown_error"
        /// The error has several common causes, which nothing here distinguishes.
        case severalCauses = "several_causes"
        /// Only one party has reported, and its report can mean different things.
        case oneReport = "one_report"
        /// A limit was reached, and nothing shows by whom.
        case sharedLimit = "shared_limit"
        /// A spent refresh token came back long after its use, or from a device of the same make: a restored backup and
        /// a thief look alike.
        case reusedToken = "reused_token"
        /// The link worked once, and the app that reports had no part in it.
        case linkUsedBefore = "link_used_before"
        /// The server did its part, and the app says no more.
        case appSilent = "app_silent"
        /// The app began, and nothing came after: the user left it, it crashed, or its reports did not arrive.
        case appStopped = "app_stopped"
    }

    /// A fact that the conclusion rests on.
    public struct Evidence: Sendable, Hashable {
        public enum Kind: String, Sendable, CaseIterable, Hashable {
            /// The report of a party about its step, with the code.
            case appReport = "app_report"
            case serverReport = "server_report"
            case appleReport = "apple_report"
            case backendReport = "backend_report"
            /// The server did what it was asked for.
            case serverSuccess = "server_success"
            /// The app says that it succeeded.
            case appSuccess = "app_success"
            case userCancelled = "user_cancelled"
            /// The session was ended on purpose.
            case orderlyEnd = "orderly_end"
            /// The app reported nothing.
            case noAppReport = "no_app_report"
            /// The device has no network.
            case deviceOffline = "device_offline"
            case wrongPasswords = "wrong_passwords"
            /// Those of other attempts too, for the same account.
            case wrongPasswordsNearby = "wrong_passwords_nearby"
            /// Links and codes that are wrong, used or too old.
            case wrongCodes = "wrong_codes"
            case repeatedRequests = "repeated_requests"
            /// How many of the results of this step, in the hours around, have the code: with this release, with other
            /// ones, and with all.
            case inRelease = "in_release"
            case inOtherReleases = "in_other_releases"
            case inAll = "in_all"
        }

        public let kind: Kind
        public let event: Event.Reference?
        /// The canonical code.
        public let code: String?
        /// What the server recorded beside the code: `auth.server.reason`, or the reason a session ended.
        public let reason: String?
        /// A number of things, or a part of results.
        public let count: Int?
        public let total: Int?

        init(
            _ kind: Kind,
            _ event: StoredEvent? = nil,
            reason: String? = nil,
            count: Int? = nil,
            total: Int? = nil
        ) {
            self.kind = kind
            self.event = event?.reference
            code = event?.code
            self.reason = reason
            self.count = count
            self.total = total
        }

        init(_ kind: Kind, _ share: Share) { self.init(kind, count: share.count, total: share.total) }
    }

    public let conclusion: Conclusion
    /// The strongest first.
    public let evidence: [Evidence]

    init(_ conclusion: Conclusion, _ evidence: [Evidence] = []) {
        self.conclusion = conclusion
        self.evidence = evidence
    }

    public var fault: CauseFault? { if case .fault(let fault) = conclusion { fault } else { nil } }
    public var doubt: Doubt? { if case .unclear(let doubt) = conclusion { doubt } else { nil } }

    /// Returns the event whose code the verdict is about; nil where nothing broke.
    public static func subject(of timeline: AttemptTimeline) -> StoredEvent? {
        VerdictRules.subject(of: timeline)?.event
    }

    /// Returns where tries of other attempts may be guesses of the same series: around the latest few passwords that an
    /// attempt tried.
    public static func guesses(around timeline: AttemptTimeline) -> [GuessSearch] {
        VerdictRules.passwordTries(of: timeline.ownSteps).compactMap { step in
            let time = step.content.occurredAt
            return step.content[.user].map {
                GuessSearch(account: $0, times: time - VerdictRules.guessing...time + VerdictRules.guessing)
            }
        }
    }
}

/// The wrong passwords of an account around one try of its password.
public struct GuessSearch: Sendable, Hashable {
    public let account: String
    public let times: ClosedRange<Timestamp>
}

extension AttemptEvidence {
    public var verdict: AttemptVerdict { VerdictRules(self).verdict }
}
