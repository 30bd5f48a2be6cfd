import ArgumentParser
import Database
import Domain
import StrictJSON

/// Why a command ended without doing its work, with the exit code for scripts.
struct CommandFailure: Error, Sendable, Hashable {
    /// Exit codes, as in `sysexits.h`. 64, a mistake in the command line, is ArgumentParser's own.
    enum Exit: Int32, Sendable, Codable {
        case rejected = 1
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

    static func rejected(_ code: String, _ sentence: String) -> CommandFailure { .init(.rejected, code, [sentence]) }
    static func unavailable(_ sentence: String) -> CommandFailure { .init(.unavailable, "unavailable", [sentence]) }
    static func configuration(_ sentences: [String]) -> CommandFailure {
        .init(.configuration, "configuration", sentences)
    }

    /// Maps any error of the layers below. An unknown error is shown with its own description, because the operator
    /// reads it.
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
        case .migration: self.init(.rejected, "schema", [error.detail])
        default: self = .unavailable("The database cannot be used: \(error.detail)")
        }
    }

    var json: JSONValue { ["error": ["code": .string(code), "messages": .array(sentences.map { .string($0) })]] }
}

extension CommandFailure {
    private init(_ error: DomainError) {
        switch error {
        case .notFound(let subject):
            let name = subject.rawValue.replacing("_", with: " ")
            self = .rejected("\(subject.rawValue)_not_found", "There is no such \(name).")
        case .conflict(let conflict): self = .rejected(conflict.rawValue, conflict.sentence)
        case .invalid(let problems):
            self.init(.rejected, "invalid_fields", problems.map { "\($0.field): \($0.rule.sentence)" })
        case .denied: self = .rejected("denied", "This is not allowed.")
        case .throttled(let wait), .unavailable(let wait):
            self = .unavailable("Gatehouse is busy; try again in \(max(1, wait.secondsRoundedUp)) s.")
        }
    }
}

extension DomainError.Conflict {
    fileprivate var sentence: String {
        switch self {
        case .emailTaken: "An account already has this email."
        case .slugTaken: "Another tenant has this slug. Choose another one."
        case .hostTaken: "A tenant already has this host name."
        case .roleTaken: "A role with this name already exists."
        case .roleInUse: "The role is still assigned to users."
        case .lastAdministrator: "This is the last administrator."
        case .lastOperator: "This is the last operator. Create another one first."
        case .lastIdentity: "This is the last sign-in method of the user."
        case .tenantSuspended: "This tenant is suspended."
        case .idempotencyKeyReused, .idempotencyInProgress, .idempotencyAnswerLost, .idempotencySecretWithheld:
            "This request was already sent."
        case .setupDone: "An operator already exists."
        case .settingsChanged: "The settings were changed meanwhile. Read them again."
        case .appleNotConnected: "Sign in with Apple is not configured. Run: gatehouse apple set"
        case .profileChanged: "Another device changed the profile meanwhile."
        case .sessionLimit: "The user has as many sessions as the tenant allows."
        case .failureChanged: "The failure was changed meanwhile. Read it again."
        case .viewChanged: "The saved view was changed meanwhile. Read it again."
        }
    }
}
