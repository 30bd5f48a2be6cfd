import Domain
import Testing

@Suite struct DayShareTests {
    private let day = Timestamp(milliseconds: 1_795_219_200_000)

    @Test func `each subject has what it used`() {
        var shares = DayShares<String>(columns: 4096)

        shares.add(3, to: "a", on: day)
        shares.add(4, to: "b", on: day)
        shares.add(2, to: "a", on: day)
        shares.add(-9, to: "a", on: day)

        #expect(shares.used(by: "a", on: day) == 5 && shares.used(by: "b", on: day) == 4)
        #expect(shares.used(by: "c", on: day) == 0)
    }

    @Test func `a flood of subjects neither hides what one used nor adds much to it`() {
        var shares = DayShares<Int>(columns: 65_536)

        shares.add(2500, to: -1, on: day)
        for number in 0..<50_000 { shares.add(10, to: number, on: day) }
        shares.add(2500, to: -1, on: day)

        // On average a counter is shared with less than one other subject of 10.
        #expect((5000...10_000).contains(shares.used(by: -1, on: day)))
        #expect(shares.used(by: -2, on: day) < 5000)
    }

    @Test func `with too few counters too much is counted, never too little`() {
        var shares = DayShares<Int>(columns: 3)
        var used: [Int: Int64] = [:]

        for number in 0..<1000 {
            shares.add(Int64(number), to: number % 40, on: day)
            used[number % 40, default: 0] += Int64(number)
        }

        #expect(used.allSatisfy { shares.used(by: $0.key, on: day) >= $0.value })
    }

    @Test func `a day begins with nothing, and what comes late for the day before is not counted`() {
        var shares = DayShares<String>(columns: 16)
        shares.add(5, to: "a", on: day)
        let next = day + .days(1)

        #expect(shares.used(by: "a", on: next) == 0)
        shares.add(1, to: "a", on: next)
        shares.add(7, to: "a", on: day)

        #expect(shares.used(by: "a", on: next) == 1)
        #expect(shares.used(by: "a", on: day) == 0)
    }

    @Test func `a sum that does not fit is the greatest number`() {
        var shares = DayShares<String>(columns: 16)

        for _ in 1...2 { shares.add(.max, to: "a", on: day) }

        #expect(shares.used(by: "a", on: day) == .max)
    }
}
