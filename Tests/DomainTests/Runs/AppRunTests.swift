import Domain
import Foundation
import Testing

/// How runs are counted, and how installations are.
@Suite struct AppRunTests {
    private func run(_ status: AppRun.Status, errors: Int = 0) -> AppRun {
        AppRun(
            id: AppRun.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
            installation: nil,
            status: status,
            isInitial: true,
            sequence: 0,
            startedAt: Timestamp(milliseconds: 0),
            at: Timestamp(milliseconds: 0),
            duration: nil,
            errors: errors,
            release: AppRelease(version: "2.4.0"),
            environment: nil
        )
    }

    @Test func `a run with errors is errored, unless it ended worse`() {
        #expect(AppRunOutcome(run(.ok)) == .running)
        #expect(AppRunOutcome(run(.other)) == .running)
        #expect(AppRunOutcome(run(.exited)) == .exited)
        #expect(AppRunOutcome(run(.exited, errors: 2)) == .errored)
        #expect(AppRunOutcome(run(.ok, errors: 1)) == .errored)
        #expect(AppRunOutcome(run(.crashed, errors: 1)) == .crashed)
        #expect(AppRunOutcome.allCases == AppRunOutcome.allCases.sorted())
    }

    @Test func `groups are told apart by bytes`() {
        #expect(AppRunGroup(version: "caf\u{E9}") != AppRunGroup(version: "cafe\u{301}"))
        #expect(AppRunGroup(version: "1", build: nil) != AppRunGroup(version: "1", build: ""))
        #expect(AppRunGroup(version: "1", build: "2") == AppRunGroup(version: "1", build: "2"))
    }

    @Test func `a small set of installations is exact`() {
        #expect(InstallationSketch().estimate == 0 && InstallationSketch().isExact)
        #expect(InstallationSketch(count: 12_345).estimate == 12_345)
        #expect(!InstallationSketch(count: InstallationSketch.size).isFull)
    }

    @Test func `a large set is counted within two percent`() {
        var numbers = SplitMix(state: 7)
        for total in [20_000, 100_000, 400_000] {
            let hashes = Set((0..<total).map { _ in Int64(numbers.next() >> 2) }).sorted()
            let sketch = InstallationSketch(
                count: InstallationSketch.size,
                threshold: hashes[InstallationSketch.size]
            )

            #expect(!sketch.isExact)
            #expect(abs(sketch.estimate - total) * 50 <= total, "\(sketch.estimate) of \(total)")
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}
