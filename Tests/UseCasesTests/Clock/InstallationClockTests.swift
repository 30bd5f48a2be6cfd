import Domain
import Synchronization
import Testing

@testable import UseCases

@Suite struct InstallationClockTests {
    /// A machine whose clock is set by the test.
    private final class Machine: Sendable {
        private let state = Mutex((wall: Timestamp(milliseconds: 1_000_000_000), elapsed: Duration.seconds(7)))

        var wall: Timestamp { state.withLock { $0.wall } }
        var elapsed: Duration { state.withLock { $0.elapsed } }

        func wait(_ span: Duration) {
            state.withLock { $0 = ($0.wall + span, $0.elapsed + span) }
        }

        func set(by step: Duration) {
            state.withLock { $0.wall = $0.wall + step }
        }

        func clock(floor: Timestamp? = nil) -> InstallationClock {
            InstallationClock(floor: floor, wall: { self.wall }, elapsed: { self.elapsed })
        }
    }

    private let machine = Machine()

    @Test func `it equals the machine's clock while that moves forward`() {
        let clock = machine.clock()

        for _ in 1...5 {
            machine.wait(.seconds(61))
            #expect(clock.now == machine.wall)
            #expect(clock.floor == machine.wall)
        }
        #expect((clock.lag, clock.leap) == (.zero, .zero))
    }

    @Test func `a clock that is set back takes nothing back, and is caught up with`() {
        let clock = machine.clock()
        let before = clock.now

        machine.set(by: .zero - .hours(1))
        #expect(clock.now == before)
        #expect(clock.lag == .hours(1))

        machine.wait(.minutes(30))
        #expect(clock.now == before + .minutes(15))
        machine.wait(.minutes(90))
        #expect(clock.now == machine.wall)
        #expect(clock.lag == .zero)
        machine.wait(.minutes(1))
        #expect(clock.now == machine.wall)
    }

    @Test func `it never moves back, however the clock is set`() {
        let clock = machine.clock()
        var latest = clock.now

        for step in [-3600, 1, 30, -1, 200, -200, 290, -290, 0, -86_400 * 366, 120, -5] {
            machine.set(by: .seconds(step))
            #expect(clock.now >= latest)
            machine.wait(.seconds(2))
            #expect(clock.now > latest)
            latest = clock.now
        }
    }

    @Test func `after a restart with a clock that was set back, it continues from the last time`() {
        let floor = machine.clock().floor

        machine.set(by: .zero - .days(366))
        let clock = machine.clock(floor: floor)

        #expect(clock.now == floor)
        machine.wait(.minutes(10))
        #expect(clock.now == floor + .minutes(5))
        #expect(clock.floor == floor + .minutes(5))
    }

    @Test func `one bad answer of a time server moves no floor`() {
        let clock = machine.clock()
        let before = clock.now

        machine.set(by: .days(366))
        #expect(clock.now == before + .days(366))
        #expect(clock.leap == .days(366))
        machine.wait(.minutes(9))
        #expect(clock.floor < before + .minutes(9))

        machine.set(by: .zero - .days(366))
        #expect(clock.now == machine.wall)
        #expect(clock.now == before + .minutes(9))
        #expect(clock.leap == .zero)
    }

    @Test func `a step forward that holds is believed`() {
        let clock = machine.clock()
        _ = clock.now

        machine.set(by: .hours(1))
        _ = clock.now
        machine.wait(.minutes(10))
        #expect(clock.now == machine.wall)
        let floor = clock.floor
        machine.set(by: .zero - .hours(1))

        #expect(clock.now == floor)
        #expect(clock.leap == .zero)
    }

    @Test func `a short step forward is believed at once`() {
        let clock = machine.clock()
        _ = clock.now

        machine.set(by: .minutes(5))

        #expect(clock.floor == machine.wall)
        #expect(clock.leap == .zero)
    }

    @Test func `it takes over how far the time has come elsewhere, and not less`() {
        let clock = machine.clock()
        let before = clock.now

        clock.raise(to: before + .seconds(10))
        #expect(clock.now == before + .seconds(10))
        clock.raise(to: before)
        #expect(clock.now == before + .seconds(10))
        machine.wait(.seconds(20))
        #expect(clock.now == machine.wall)
    }
}
