import ArgumentParser
import Database
import Domain
import StrictJSON

/// Why a command ended without doing its work, with the exit code for scripts.
struct CommandFailure: Error, Sendable, Hashable {
    /// Exit codes, as in `sysexits.h`. 64, a mistake in the command line, is ArgumentParser's own.
    enum Exit: Int32, Sendable, Codable {
        case refused = 1
        /// Some of what was given cannot be used; the rest was done.
        case data = 65
        /// Something that the command needs is not there: the data folder, the disk, the port.
        case unavailable = 69
        /// Another process holds the data folder.
        case locked = 73
        case configuration = 78
    }

    let exit: Exit
    /// Stable, for machines: `slug_taken`.
    let code: String
    /// Full sentences for people.
    let sentences: [String]

    init(_ exit: Exit, _ code: String, _ sentences: [String]) {
        self.exit = exit
        self.code = code
        self.sentences = sentences
    }

    static func refused(_ code: String, _ sentence: String) -> CommandFailure { .init(.refused, code, [sentence]) }
    static func unavailable(_ sentence: String) -> CommandFailure { .init(.unavailable, "unavailable", [sentence]) }
    static func configuration(_ sentences: [String]) -> CommandFailure {
        .init(.configuration, "configuration", sentences)
    }

    /// Any error of the layers below. One that is not ours is told by its own words: the operator is the one who reads
    /// them.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DomainError: self.init(error)
        case let error as DatabaseError: self.init(error)
        default: self = .unavailable("\(error)")
        }
    }

    private init(_ error: DatabaseError) {
        switch error.kind {
        case .locked: self.init(.locked, "locked", [error.detail])
        case .migration: self.init(.refused, "schema", [error.detail])
        default: self = .unavailable("The database cannot be used: \(error.detail)")
        }
    }

    var json: JSONValue {
        ["error": ["code": .string(code), "messages": .array(sentences.map { .string($0) })]]
    }
}

extension CommandFailure {
    private init(_ error: DomainError) {
        switch error {
        case .notFound(let subject):
            let name = subject.rawValue.replacing("_", with: " ")
            self = .refused("\(subject.rawValue)_not_found", "There is no such \(name).")
        case .conflict(let conflict): self = .refused(conflict.rawValue, conflict.sentence)
        case .invalid(let problems):
            self.init(.refused, "invalid_fields", problems.map { "\($0.field): \($0.rule.sentence)" })
        case .denied: self = .refused("denied", "This is not allowed.")
        case .throttled(let wait), .unavailable(let wait):
            self = .unavailable("Gatehouse is busy; try again in \(max(1, wait.secondsRoundedUp)) s.")
        }
    }
}

extension DomainError.Conflict {
    fileprivate var sentence: String {
        switch self {
        case .emailTaken: "Someone has this e-mail address already."
        case .slugTaken: "Another tenant has this slug; choose another."
        case .hostTaken: "A tenant owns this host name already."
        case .roleTaken: "There is a role of this name already."
        case .roleInUse: "Users still have this role."
        case .lastAdministrator: "This is the last administrator."
        case .lastOperator: "This is the last operator; add another first."
        case .lastIdentity: "This is the last way to sign in."
        case .tenantSuspended: "This tenant is suspended."
        case .idempotencyKeyReused, .idempotencyInProgress, .idempotencyAnswerLost, .idempotencySecretWithheld:
            "The request came before."
        case .setupDone: "There is an operator already."
        case .settingsChanged: "Someone changed the settings just now; read them again."
        case .appleNotConnected: "Nothing is set about Apple yet: gatehouse apple set."
        case .profileChanged: "Another device changed the profile just now."
        }
    }
}
