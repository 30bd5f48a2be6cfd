import Database
@_spi(Admission) import Domain
import Foundation
import Testing
import UseCases

import struct Fixtures.DecodedDelivery

@testable import Gatehouse

/// What becomes of a tenant whose events take more space than all may.
@Suite struct EventSizeMonitorTests {
    private func monitor(_ installation: Installation, _ maximumBytes: Int64) -> TelemetryMonitor {
        TelemetryMonitor(installation, minimumFree: .bytes(0), maximumBytes: maximumBytes, logger: .silent)
    }

    private func event(_ number: UInt64) -> DecodedEvent {
        DecodedEvent(
            EventContent(
                id: Event.ID(.version7(at: Timestamp(milliseconds: 0), random: (0, number))),
                occurredAt: SystemContext.system.now(),
                stage: .refresh,
                outcome: .failed
            )
        )
    }

    @Test func `what nothing is left of to delete is refused, until the events fit`() async throws {
        let folder = try TemporaryFolder()
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let settings = try Settings(
            flags: [.data: folder.url.appending(path: "data").path],
            configFile: nil,
            environment: ["GATEHOUSE_PASSWORD_COST": "10", "GATEHOUSE_ASSETS": root.standardizedFileURL.path]
        )
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: .silent)
        let services = installation.services
        let grant = try Principal.system.installationGrant()
        let acme = try await services.tenants.create(slug: "acme", name: "Acme", grant: grant)
        let globex = try await services.tenants.create(slug: "globex", name: "Globex", grant: grant)
        for (tenant, count) in [(acme, 40), (globex, 4)] {
            let events = (0..<count).map { event(UInt64($0)) }
            _ = try await services.intake.accept(DecodedDelivery(events, key: tenant.ingestKey.text))
        }
        func rows() async throws -> [Int] {
            try await installation.storage.events.read(.installation("test")) { transaction in
                try transaction.rows(
                    """
                    SELECT (SELECT count(*) FROM events e WHERE e.tenant_id = t.number) AS n FROM event_tenants t
                    ORDER BY t.number
                    """
                ).map { try $0.get("n") }
            }
        }

        try await monitor(installation, 1 << 30).shrink(services.eventSizeLimit)
        #expect(try await rows() == [40, 4] && installation.telemetry.rejectedTenant == nil)

        // A file without any event is larger.
        try await monitor(installation, 1).shrink(services.eventSizeLimit)
        let rejected = try #require(installation.telemetry.rejectedTenant)

        #expect([acme.tenant.id, globex.tenant.id].contains(rejected))
        #expect(throws: DomainError.throttled(retryAfter: .seconds(60))) { try installation.telemetry.admit(rejected) }
        try await monitor(installation, 1 << 30).shrink(services.eventSizeLimit)
        try installation.telemetry.admit(rejected)
        #expect(installation.telemetry.rejectedTenant == nil)
        try await installation.close()
    }
}
