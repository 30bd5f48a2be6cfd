import Domain
import Foundation
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_795_251_600_000, "2026-11-21T09:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a moment is written and read as RFC 3339`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("2026-11-21T10:00:00+01:00", 1_795_251_600_000), ("2026-11-21t09:00:00.1239z", 1_795_251_600_123),
        ("2026-11-21 09:00:00Z", 1_795_251_600_000), ("2016-12-31T23:59:60Z", 1_483_228_799_000),
    ])
    func `offsets, fractions and leap seconds are understood`(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T09:00:00",
        "2026-11-21T09:00:00.Z",
        "2026-11-21T09:00:00Z ", "+2026-11-21T09:00:00Z", "2026-11-21T09:00:00+25:00", "٢٠٢٦-11-21T09:00:00Z",
    ])
    func `anything else is no moment`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `it agrees with the calendar of Foundation on every day of eight centuries`() {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: -140_000, to: 150_000, by: 37) {
            let time = Timestamp(milliseconds: Int64(day) * 86_400_000)
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(day) * 86_400))
            #expect(time.rfc3339.prefix(19) == expected.prefix(19))
        }
    }

    @Test func `arithmetic at the edges does not trap`() {
        #expect((Timestamp(milliseconds: .max) + .seconds(1)).milliseconds == .max)
        #expect((Timestamp(milliseconds: .min) - .seconds(1)).milliseconds == .min)
        #expect(Timestamp(milliseconds: .max).since(Timestamp(milliseconds: .min)) == .milliseconds(Int64.max))
    }
}
