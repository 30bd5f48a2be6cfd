import Domain
import Testing
import UseCases

@testable import Stores

/// What is read of a range of time, at the edges of what is kept.
@Suite struct CountWindowTests {
    /// 2026-11-21T09:30:20Z.
    private static let now = Timestamp(milliseconds: 1_795_253_420_000)
    private static let midnight = Timestamp(milliseconds: 1_795_219_200_000)
    private let kept = CountRetention(now: now)

    private func windows(_ from: Timestamp, _ to: Timestamp, by finest: Duration = .days(1)) -> [CountWindow] {
        CountWindow.covering(
            EventQuery(from: from, to: to),
            dividedInto: finest.wholeMilliseconds,
            kept: kept
        )
    }

    private func window(_ span: CountWindow.Span, _ from: Timestamp, _ to: Timestamp) -> CountWindow {
        CountWindow(span: span, range: from.milliseconds..<to.milliseconds)
    }

    @Test func `minutes are read up to two days ago, and hours before`() {
        let (minute, hour) = (Self.now - .seconds(20) - .days(2), Self.now - .seconds(1820) - .days(2))
        let to = minute + .hours(1)

        #expect(windows(minute + .seconds(59), to) == [window(.minute, minute, to)])
        #expect(windows(minute - .milliseconds(1), to) == [window(.hour, hour, to)])
    }

    @Test func `hours are read up to the day ninety days ago, and days before`() {
        let first = Self.midnight - .days(90)

        #expect(windows(first, first + .hours(5)) == [window(.hour, first, first + .hours(5))])
        #expect(
            windows(first - .milliseconds(1), first + .hours(5))
                == [window(.day, first - .days(1), first), window(.hour, first, first + .hours(5))]
        )
    }

    @Test func `a range before all hours is read in whole days`() {
        let first = Self.midnight - .days(100)

        #expect(
            windows(first + .hours(3), first + .hours(5))
                == [window(.day, first, first + .hours(5))]
        )
        #expect(windows(first, first + .days(9)) == [window(.day, first, first + .days(9))])
    }

    @Test func `days lie between the hours of both ends, and not where hours are asked for`() {
        let (from, to) = (Self.midnight - .days(5) + .minutes(90), Self.midnight + .hours(2))

        #expect(
            windows(from, to) == [
                window(.hour, Self.midnight - .days(5) + .hours(1), Self.midnight - .days(4)),
                window(.day, Self.midnight - .days(4), Self.midnight), window(.hour, Self.midnight, to),
            ]
        )
        #expect(
            windows(from, to, by: .hours(6)) == [window(.hour, Self.midnight - .days(5) + .hours(1), to)]
        )
        #expect(windows(from, from + .hours(13)) == [window(.hour, from - .minutes(30), from + .hours(13))])
    }

    @Test func `a column is as wide as what is left to count`() {
        func finest(_ ago: Duration, _ range: Duration) -> CountWindow.Span {
            CountWindow.finest(from: Self.now - ago, to: Self.now - ago + range, kept: kept)
        }

        #expect(finest(.hours(12), .hours(12)) == .minute)
        #expect(finest(.hours(13), .hours(13)) == .hour)
        #expect(finest(.days(2) + .minutes(1), .minutes(5)) == .hour)
        #expect(finest(.days(91), .minutes(5)) == .day)
    }

    @Test func `more is kept than is read`() {
        for span in CountWindow.Span.allCases {
            #expect(kept.firstKept(span) <= kept.first(span) - CountRetention.slack.wholeMilliseconds)
            #expect(CountRetention(now: Self.now + .minutes(59)).firstKept(span) <= kept.first(span))
        }
    }
}
