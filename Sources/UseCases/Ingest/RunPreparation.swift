import Domain

/// Prepares the updates of runs of one delivery.
struct RunPreparation: Sendable {
    /// Older runs are not counted: updates of younger ones are recognised when they are repeated.
    static let maximumAge = Duration.days(5)

    let key: KeyRecord
    let receivedAt: Timestamp
    let clock: ClockCorrection
    let scrubber: Scrubber
    let pseudonyms: Pseudonyms

    /// - Returns: nil for a run that is too old.
    func run(_ update: AppRunUpdate) -> PreparedRun? {
        switch update {
        case .run(let run):
            prepared(
                Facts(run.startedAt, run.installation, run.release, run.environment),
                .run(id(of: run), AppRunOutcome(run))
            )
        case .counts(let counts):
            prepared(
                Facts(counts.startedAt, counts.installation, counts.release, counts.environment),
                .counts([
                    .exited: counts.exited, .errored: counts.errored, .unhandled: counts.unhandled,
                    .abnormal: counts.abnormal, .crashed: counts.crashed,
                ])
            )
        }
    }

    private var tenant: Tenant.ID { key.tenant.id }

    /// No id is stored as the client sent it: who holds another key of the tenant could otherwise take over its runs.
    private func id(of run: AppRun) -> AppRun.ID {
        guard run.hasDerivedID else { return pseudonyms.id(for: run.id, in: tenant, of: key.key.id) }
        return AppRun.ID(pseudonyms.id(for: Event.ID(run.id.uuid), in: tenant).uuid)
    }

    private struct Facts {
        let startedAt: Timestamp
        let installation: String?
        let release: AppRelease
        let environment: String?

        init(_ startedAt: Timestamp, _ installation: String?, _ release: AppRelease, _ environment: String?) {
            self.startedAt = startedAt
            self.installation = installation
            self.release = release
            self.environment = environment
        }
    }

    private func prepared(_ facts: Facts, _ content: PreparedRun.Content) -> PreparedRun? {
        let startedAt = facts.startedAt + clock.span(for: facts.startedAt)
        guard receivedAt.since(startedAt) <= Self.maximumAge else { return nil }
        return PreparedRun(
            group: AppRunGroup(
                version: scrubber.scrub(version: facts.release.version),
                build: facts.release.build.map { scrubber.scrub(version: $0) },
                package: facts.release.package.map { scrubber.scrub($0) },
                environment: facts.environment.map { scrubber.scrub($0) }
            ),
            startedAt: startedAt,
            installation: facts.installation.map { pseudonyms.number(of: $0, in: tenant) },
            content: content
        )
    }
}
