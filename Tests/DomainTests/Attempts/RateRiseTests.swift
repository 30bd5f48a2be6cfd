import Domain
import Testing

/// When the share of cancellations or of wrong passwords opens a failure.
@Suite struct RateRiseTests {
    private func rise(
        _ recent: (Int, Int),
        from former: (Int, Int),
        sameHours: (Int, Int) = (0, 0)
    ) -> RateRise? {
        RateRise(
            recent: Share(recent.0, of: recent.1),
            former: Share(former.0, of: former.1),
            sameHours: Share(sameHours.0, of: sameHours.1)
        )
    }

    @Test func `a share that is far above the usual one is a rise`() {
        let rise = rise((40, 100), from: (100, 1000))

        #expect(rise?.recent == Share(40, of: 100) && rise?.former == Share(100, of: 1000))
    }

    @Test func `too few results prove nothing, and exactly enough do`() {
        #expect(rise((49, 49), from: (0, 1000)) == nil)
        #expect(rise((50, 50), from: (0, 1000)) != nil)
        #expect(rise((50, 50), from: (0, 199)) == nil)
        #expect(rise((50, 50), from: (0, 200)) != nil)
        #expect(rise((0, 0), from: (0, 0)) == nil)
    }

    /// The least number of cancellations of 100 whose interval of 99.9 % is above the former share.
    @Test func `what chance explains is none`() {
        #expect(rise((19, 100), from: (1000, 10_000)) == nil)
        #expect(rise((20, 100), from: (1000, 10_000)) != nil)
    }

    @Test func `a sure difference that is small is none, and half as much again is one`() {
        #expect(rise((29_999, 100_000), from: (200_000, 1_000_000)) == nil)
        #expect(rise((30_000, 100_000), from: (200_000, 1_000_000)) != nil)
    }

    @Test func `a share that falls is none`() {
        #expect(rise((0, 1000), from: (500, 1000)) == nil)
        #expect(rise((100, 1000), from: (100, 1000)) == nil)
    }

    @Test func `what is usual at this time of day is none`() {
        #expect(rise((40, 100), from: (100, 1000), sameHours: (80, 200)) == nil)
        #expect(rise((40, 100), from: (100, 1000), sameHours: (20, 200)) != nil)
        // Too few to say what is usual then.
        #expect(rise((40, 100), from: (100, 1000), sameHours: (80, 199)) != nil)
    }

    @Test func `each rate has a code of the catalogue`() {
        for rate in WatchedRate.allCases { #expect(CauseCatalogue.entry(rate.code)?.code == rate.code) }
    }
}
