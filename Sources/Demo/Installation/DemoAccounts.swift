import Domain
import Foundation
import Stores
import UseCases

/// Makes the users and sessions of one app ready to be written, with the audit entries that tell of them.
struct DemoAccounts {
    /// The imported users, or their sessions, of one transaction.
    private static let step = 2_000

    let tenant: DemoTenant
    /// Of every user who has one.
    let password: PasswordHash
    /// Apple's ids of the users, as they are stored; nil for users with a password.
    let subjects: [String?]
    /// Does what an administrator does.
    let administrator: Principal

    private var history: DemoHistory { tenant.history }
    private var population: DemoPopulation { history.population }

    /// The users and sessions that were there before the history, one batch after the other: their users were imported
    /// from another system.
    func imported(at time: Timestamp) -> some Sequence<SampleAccounts.Batch> {
        let start = history.calendar.start
        let users = population.users.indices.filter { population.users[$0].createdAt < start }
        let sessions = population.sessions.indices.filter { population.sessions[$0].createdAt < start }
        let ofUsers = stride(from: 0, to: users.count, by: Self.step).lazy.map { from in
            var batch = SampleAccounts.Batch()
            batch.users = users[from..<min(from + Self.step, users.count)].map(portable)
            let count = AuditEntry.Change("users", from: nil, to: String(batch.users.count))
            batch.audit = [AuditDraft(.usersImported, by: administrator, at: time, changes: [count])]
            return batch
        }
        let ofSessions = stride(from: 0, to: sessions.count, by: Self.step).lazy.map { from in
            var batch = SampleAccounts.Batch()
            batch.sessions = sessions[from..<min(from + Self.step, sessions.count)].map {
                stored(population.sessions[$0])
            }
            return batch
        }
        return [AnySequence(ofUsers), AnySequence(ofSessions)].lazy.joined()
    }

    /// What happened within a part of the history.
    func batch(in range: Range<Timestamp>) -> SampleAccounts.Batch {
        var batch = SampleAccounts.Batch()
        for (number, user) in population.users.enumerated() {
            if range.contains(user.createdAt) {
                batch.users.append(portable(number))
                batch.audit.append(signUp(of: user))
            }
            if user.isDisabled, range.contains(user.lastSeenAt) { batch.audit.append(disablement(of: user)) }
        }
        for session in population.sessions {
            if range.contains(session.createdAt) {
                batch.sessions.append(stored(session))
                batch.audit.append(start(of: session))
            }
            if let end = session.end, range.contains(end.at) { batch.audit += self.end(of: session, end) }
        }
        // A sign-up comes before the session that it begins.
        batch.audit = batch.audit.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        return batch
    }

    // MARK: Rows

    /// - Parameter number: the place of the user in the population.
    private func portable(_ number: Int) -> PortableUser {
        let user = population.users[number]
        let email = user.email.map { EmailAddress(stored: $0) }
        return PortableUser(
            user: User(
                id: user.id,
                tenant: tenant.tenant.id,
                email: email,
                emailVerified: email != nil,
                name: user.name,
                role: user.role,
                state: user.isDisabled ? .disabled : .active,
                createdAt: user.createdAt,
                updatedAt: user.createdAt,
                lastSeenAt: user.lastSeenAt
            ),
            password: user.appleSubject == nil ? password : nil,
            appleSubjects: subjects[number].map { [$0] } ?? []
        )
    }

    private func stored(_ session: DemoSession) -> (session: Session, token: CredentialHash) {
        let user = population.users[session.user]
        let stored = Session(
            id: session.id,
            tenant: tenant.tenant.id,
            user: user.id,
            kind: .app,
            device: Device(
                model: session.phone.model,
                osVersion: session.phone.system,
                appVersion: history.release(of: session, at: session.lastSeenAt).version
            ),
            address: history.app.isPrivate ? nil : session.address,
            createdAt: session.createdAt,
            lastSeenAt: session.lastSeenAt,
            expiresAt: SessionLifetimes.app.expiry(createdAt: session.createdAt, lastSeenAt: session.lastSeenAt),
            endedAt: session.end?.at,
            endReason: session.end?.reason,
            provider: user.appleSubject == nil ? .password : .apple
        )
        return (stored, CredentialHash(bytes: Data(session.tokenHash)))
    }

    // MARK: Audit

    private func signUp(of user: DemoUser) -> AuditDraft {
        let email = user.email.map { EmailAddress(stored: $0).masked }
        return AuditDraft(
            .userSignedUp,
            by: Principal(kind: .user(user.id), rank: 0, permissions: [], origin: nil),
            at: user.createdAt,
            target: .init(.user, user.id),
            changes: email.map { [.init("email", from: nil, to: $0)] } ?? []
        )
    }

    private func start(of session: DemoSession) -> AuditDraft {
        AuditDraft(
            .sessionStarted,
            by: principal(of: session, at: session.createdAt),
            at: session.createdAt,
            target: .init(.session, session.id),
            changes: [.init("kind", from: nil, to: Session.Kind.app.rawValue)]
        )
    }

    private func disablement(of user: DemoUser) -> AuditDraft {
        AuditDraft(
            .userDisabled,
            by: administrator,
            at: user.lastSeenAt,
            target: .init(.user, user.id),
            changes: [.init("state", from: User.State.active.rawValue, to: User.State.disabled.rawValue)]
        )
    }

    /// - Returns: nothing where the server tells of an end with what caused it.
    private func end(of session: DemoSession, _ end: DemoSession.End) -> [AuditDraft] {
        let user = AuditEntry.Target(.user, population.users[session.user].id)
        let (theirs, target) = (principal(of: session, at: end.at), AuditEntry.Target(.session, session.id))
        return switch end.reason {
        case .tooManySessions, .userDisabled: []
        case .refreshReuse: [AuditDraft(.refreshReused, by: theirs, at: end.at, target: target)]
        case .revokedByAdministrator: [AuditDraft(.sessionEnded, by: administrator, at: end.at, target: target)]
        case .passwordChanged: [AuditDraft(.userPasswordSet, by: theirs, at: end.at, target: user)]
        case .appleWithdrawn:
            [
                AuditDraft(
                    .appleWithdrawn,
                    by: .system,
                    at: end.at,
                    target: user,
                    changes: [
                        .init("told_by", from: nil, to: "daily check"), .init("sessions_ended", from: nil, to: "1"),
                    ]
                )
            ]
        default: [AuditDraft(.sessionEnded, by: theirs, at: end.at, target: target)]
        }
    }

    private func principal(of session: DemoSession, at time: Timestamp) -> Principal {
        var random = SeededRandom(seed: session.updateSeed, part: UInt64(bitPattern: time.milliseconds))
        let request = random.identifier(of: DemoSession.self, at: time).description
        return Principal(
            kind: .user(population.users[session.user].id),
            rank: 0,
            permissions: [],
            origin: RequestOrigin(address: session.address, requestID: request, trace: nil)
        )
    }
}
