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

    private func text(_ rows: [InstallationOverview.Row]) -> String {
        let verdict = InstallationSentences(
            overview: InstallationOverview(rows, hasMore: false),
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
                == "failed: Sign-in has problems in One and Two. 8 people are still out. 1 more tenant is worth a look."
        )
        #expect(
            text(names.map { row($0, .appleDown(3)) })
                == "failed: Sign-in has problems in Five, Four, One and 2 more tenants. "
        )
    }

    @Test func `numbers that are estimates or bounds are called so`() {
        func sentence(_ users: AffectedUsers) -> String { text([row("One", .appleDown(3), out: users)]) }

        #expect(sentence(AffectedUsers(affected: 1, stillOut: 1)).hasSuffix(". 1 person is still out."))
        #expect(
            sentence(AffectedUsers(affected: 9, stillOut: 4, isComplete: false))
                .hasSuffix(". At least 4 people are still out.")
        )
        #expect(
            sentence(AffectedUsers(affected: 9, stillOut: 4, isEstimated: true))
                .hasSuffix(". About 4 people are still out.")
        )
    }

    @Test func `only what is known to work is called so`() {
        let silent = OverviewVerdict.noData(.init(period: .standard, reason: .silent, signIns: 3))

        #expect(text([row("One", silent), row("Two", normal(.compared))]) == "rejected: Worth a look: One. ")
        #expect(text([row("One", normal(.compared))]) == "success: Sign-in works in the only active tenant. ")
        #expect(
            text([row("One", normal(.compared)), row("Two", normal(.notCompared))])
                == "success: Sign-in works in all 2 active tenants. "
        )
        #expect(
            text([row("One", normal(.compared)), row("Two", normal(.few))])
                == "plain: No failure stands out in 2 active tenants. "
        )
        #expect(
            text([row("One", normal(.compared)), row("Two", .justStarted)])
                == "plain: No failure stands out in 2 active tenants. "
        )
        #expect(
            text([row("One", normal(.compared)), row("Two", nil)])
                == "plain: The state of 1 tenant is not known right now. Reload the page in a few seconds."
        )
        #expect(text([row("One", .justStarted)]) == "plain: No app has sent an event yet. ")
        #expect(text([row("One", nil, state: .suspended)]) == "plain: No tenant is active. ")
    }
}
