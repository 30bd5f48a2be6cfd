import Domain
import Testing

@testable import UseCases

@Suite struct ClockCorrectionTests {
    private let received = Timestamp(milliseconds: 1_795_251_600_000)

    /// Where an event ends up, relative to its receipt.
    private func place(of event: Duration, sentAt: Duration?) -> Duration {
        let clock = ClockCorrection(sentAt: sentAt.map { received + $0 }, receivedAt: received)
        let occurredAt = received + event
        return (occurredAt + clock.span(for: occurredAt)).since(received)
    }

    @Test(arguments: [Duration.hours(-9), .hours(9), .days(-300), .days(300), .minutes(-3), .minutes(3)])
    func `a wrong clock is corrected, and the age of an event stays`(error: Duration) {
        #expect(place(of: error - .hours(1), sentAt: error) == .hours(-1))
        #expect(place(of: error, sentAt: error) == .zero)
    }

    @Test(arguments: [nil, Duration.zero, .minutes(-2), .minutes(2)])
    func `without a clock error larger than latency, times are unchanged`(sentAt: Duration?) {
        #expect(place(of: .days(-30), sentAt: sentAt) == .days(-30))
        #expect(place(of: .minutes(1), sentAt: sentAt) == .minutes(1))
    }

    @Test(arguments: [Duration.days(-401), .days(401), .days(-9000)])
    func `a clock that is years off is not believed`(error: Duration) {
        #expect(place(of: .hours(-1) + min(error, .zero), sentAt: error) == .hours(-1) + min(error, .zero))
    }

    @Test(arguments: [nil, Duration.zero, .days(-300), .days(300), .days(9000)])
    func `no event is later than its receipt, whatever was sent`(sentAt: Duration?) {
        for event in [Duration.minutes(3), .days(1), .days(399), .hours(-1), .days(-299)] {
            #expect(place(of: event, sentAt: sentAt) <= ClockCorrection.tolerance)
        }
    }

    @Test func `a time after the delivery was sent is of another clock`() {
        #expect(place(of: .hours(-1), sentAt: .days(-2)) == .hours(-1))
        #expect(place(of: .days(3), sentAt: .days(2)) == .zero)
    }
}
