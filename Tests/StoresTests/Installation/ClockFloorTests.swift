import Domain
import Fixtures
import Stores
import Testing

@Suite struct ClockFloorTests {
    @Test func `how far the time has come is kept, and only a reset takes it back`() async throws {
        let installation = try await Installation()
        defer { withExtendedLifetime(installation) {} }
        let floor = ClockFloor(control: installation.observedControl)
        let wall = SystemContext.system.wall()
        #expect(try await floor.read() == nil)

        let first = try await floor.raise(to: wall)
        // A server's own clock replaces that of its nodes.
        #expect(abs(first.since(wall).wholeMilliseconds) < 60_000)
        #expect(try await floor.raise(to: wall - .hours(1)) >= first)
        #expect(try await floor.read().map { $0 >= first } == true)

        try await floor.reset(to: wall - .days(400))
        #expect(try await floor.read() == wall - .days(400))
    }

    @Test func `a time that is far ahead stays`() async throws {
        let installation = try await Installation()
        defer { withExtendedLifetime(installation) {} }
        let floor = ClockFloor(control: installation.observedControl)
        let far = SystemContext.system.wall() + .days(30)
        try await floor.reset(to: far)

        #expect(try await floor.raise(to: far - .days(30)) == far)
    }
}
