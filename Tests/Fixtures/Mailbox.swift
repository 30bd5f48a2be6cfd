import Domain
import Foundation
import Synchronization
import UseCases

/// Takes messages, or refuses them, in place of what carries them.
public final class Mailbox: MailTransport {
    private struct State {
        var messages: [MailMessage] = []
        var failures = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var messages: [MailMessage] { state.withLock { $0.messages } }

    /// The next so many messages are refused.
    public func fail(_ count: Int) {
        state.withLock { $0.failures = count }
    }

    public func send(_ message: MailMessage) async throws(MailFailure) {
        let isRejected = state.withLock { state in
            guard state.failures == 0 else {
                state.failures -= 1
                return true
            }
            state.messages.append(message)
            return false
        }
        if isRejected { throw MailFailure(reason: "The mailbox is full.") }
    }
}

extension MailMessage {
    /// The token of the link in it.
    public var token: String? { text.firstMatch(of: /gh_l_[A-Za-z0-9_-]+/).map { String($0.output) } }
    /// The digits in it.
    public var code: String? { text.firstMatch(of: /\b[0-9]{8}\b/).map { String($0.output) } }
}
