import Fixtures
import Foundation
import Testing

@testable import Console
@testable import ConsoleKit
@testable import Domain
@testable import UseCases

/// What is said of all tenants is true: for none, one and many.
@Suite struct InstallationSentencesTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)

    private func row(
        _ name: String,
        _ verdict: OverviewVerdict?,
        out: AffectedUsers? = nil,
        state: Tenant.State = .active
    ) -> InstallationOverview.Row {
        let facts = OverviewFacts(
            now: now,
            hasStarted: true,
            period: nil,
            lastHour: nil,
            items: nil,
            appleErrors: 0,
            failures: nil
        )
        let tenant = Tenant(
            id: Tenant.ID(UUID()),
            number: 1,
            slug: Tenant.Slug(name.lowercased())!,
            name: name,
            state: state,
            createdAt: now
        )
        return .init(
            summary: TenantSummary(tenant: tenant, hosts: [], users: 0),
            overview: verdict.map { Overview(period: .standard, facts: facts, verdict: $0, users: out) }
        )
    }

    private func text(_ rows: [InstallationOverview.Row], hasMore: Bool = false) -> String {
        let verdict = InstallationSentences(
            overview: InstallationOverview(rows, hasMore: hasMore),
            texts: TestTexts.english
        ).verdict
        return "\(verdict.tone): \(verdict.strong) \(verdict.rest)"
    }

    private func normal(_ sample: OverviewVerdict.Normal.Sample) -> OverviewVerdict {
        .normal(.init(period: .standard, sample: sample, signIns: 0, rate: SuccessRate(successes: 0, results: 0)))
    }

    @Test func `outages are named, three of them, and users who are still out are added up`() {
        let out = AffectedUsers(affected: 9, stillOut: 4)
        let names = ["One", "Two", "Three", "Four", "Five"]
        let silent = OverviewVerdict.noData(.init(period: .standard, reason: .silent, signIns: 3))

        #expect(text([row("One", .appleDown(3))]) == "failed: Sign-in has problems in One. ")
        #expect(
            text([
                row("One", .appleDown(3), out: out), row("Two", .appleDown(3), out: out), row("Six", silent, out: out),
            ])
                == "failed: Sign-in has problems in One and Two. 12 people are still out. 1 more tenant is worth a look."
        )
        #expect(
            text(names.map { row($0, .appleDown(3)) } + [row("Six", nil)])
                == "failed: Sign-in has problems in Five, Four, One and 2 more tenants. The state of 1 tenant is not known right now."
        )
        let quiet = OverviewVerdict.tooQuiet(.init(period: .standard, signIns: 1, former: 40))
        #expect(text([row("One", quiet)]) == "failed: Sign-in may have problems in One. ")
        #expect(text([row("One", quiet), row("Two", .appleDown(3))]).contains("Sign-in has problems in One and Two."))
    }

    @Test func `numbers that are estimates or bounds are called so`() {
        func sentence(_ users: AffectedUsers, _ more: [InstallationOverview.Row] = []) -> String {
            text([row("One", .appleDown(3), out: users)] + more)
        }
        let four = AffectedUsers(affected: 9, stillOut: 4)

        #expect(sentence(AffectedUsers(affected: 1, stillOut: 1)).hasSuffix(". 1 person is still out."))
        #expect(sentence(four, [row("Two", .justStarted)]).hasSuffix(". At least 4 people are still out."))
        #expect(
            sentence(AffectedUsers(affected: 9, stillOut: 4, isComplete: false))
                .hasSuffix(". At least 4 people are still out.")
        )
        #expect(
            sentence(AffectedUsers(affected: 9, stillOut: 4, isComplete: false, isEstimated: true))
                .hasSuffix(". About 4 people are still out.")
        )
    }

    @Test func `only what is known to work is called so`() {
        let silent = OverviewVerdict.noData(.init(period: .standard, reason: .silent, signIns: 3))
        let works = row("One", normal(.compared))

        #expect(text([row("One", silent), row("Two", normal(.compared))]) == "rejected: Worth a look: One. ")
        #expect(text([works]) == "success: Sign-in works in the only tenant in use. ")
        #expect(
            text([works, row("Two", normal(.notCompared)), row("Six", .justStarted)])
                == "success: Sign-in works in all 2 tenants in use. "
        )
        #expect(
            text([works, row("Two", normal(.few))]) == "plain: No failure stands out in 2 tenants in use. "
        )
        #expect(
            text([works, row("Two", nil)])
                == "plain: The state of 1 tenant is not known right now. Reload the page in a few seconds."
        )
        #expect(
            text([works], hasMore: true)
                == "plain: No failure stands out in 1 tenant in use. Only the first 1 tenant by slug is read."
        )
        #expect(text([row("One", .justStarted)]) == "plain: No active tenant has events yet. ")
        #expect(text([row("One", nil, state: .suspended)]) == "plain: No tenant is active. ")
    }

    @Test func `each verdict has its words in a list`() {
        let failure = OverviewFailure(
            id: FailureKey.ID(UUID()),
            key: FailureKey(stage: .sessionStore, code: "keychain.locked"),
            users: .none,
            since: now
        )
        let step = StepOutcomes(source: .client, stage: .refresh, counts: [.failed: 9])
        func failing(_ isOver: Bool) -> OverviewVerdict {
            .failing(.init(period: .standard, step: step, former: nil, failure: nil, isOver: isOver))
        }
        let verdicts: [OverviewVerdict] = [
            .unknown, .justStarted, .appleDown(3), failing(false), failing(true),
            .tooQuiet(.init(period: .standard, signIns: 1, former: 40)),
            .noData(.init(period: .standard, reason: .silent, signIns: 3)), .new(failure), normal(.none), normal(.few),
            normal(.compared),
        ]

        #expect(
            verdicts.map { verdict in
                let overview = row("One", verdict).overview!
                let badge = OverviewSentences(overview: overview, texts: TestTexts.english, clock: Sample.clock).badge
                return "\(badge.tone): \(badge.text)"
            } == [
                "plain: Unknown", "plain: No events yet", "failed: Apple down", "failed: Failing",
                "rejected: Works again",
                "failed: Too quiet", "rejected: No data", "rejected: New failure", "plain: No sign-ins",
                "plain: Few sign-ins", "success: Normal",
            ]
        )
    }
}
