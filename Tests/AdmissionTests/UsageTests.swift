import Testing

@testable import Admission

@Suite struct UsageTests {
    /// Takes for one owner until it gets no more.
    private func fill(_ usage: inout Usage<String>, _ owner: String, of limit: Int, share: Int) -> Int {
        var count = 0
        while usage.allows(for: owner, of: limit, share: share) {
            usage.add(1, for: owner)
            count += 1
        }
        return count
    }

    @Test func `no owner gets more than a share, and there is room for the next one`() {
        var places = Usage<String>()

        let acme = fill(&places, "acme", of: 1000, share: 3)
        let globex = fill(&places, "globex", of: 1000, share: 3)
        let others = (0..<10).map { fill(&places, "tenant \($0)", of: 1000, share: 3) }

        #expect(acme == 250 && globex == 188)
        #expect(others.allSatisfy { $0 > 0 } && places.total < 1000)
    }

    @Test func `of eight the first has four, the second two and the third one`() {
        var deliveries = Usage<String>()

        #expect(["acme", "globex", "initech"].map { fill(&deliveries, $0, of: 8, share: 1) } == [4, 2, 1])
        #expect(fill(&deliveries, "hooli", of: 8, share: 1) == 1 && deliveries.total == 8)
    }

    @Test func `several are allowed when the last of them is`() {
        for held in 0..<20 {
            for amount in 1..<20 {
                var (usage, singly) = (Usage<String>(), Usage<String>())
                usage.add(held, for: "acme")
                usage.add(3, for: "globex")
                singly = usage
                var isAllowed = true
                for _ in 0..<amount {
                    isAllowed = isAllowed && singly.allows(for: "acme", of: 30, share: 2)
                    singly.add(1, for: "acme")
                }
                #expect(usage.allows(amount, for: "acme", of: 30, share: 2) == isAllowed)
            }
        }
    }

    @Test func `the pressure reaches one when no more is allowed`() {
        var places = Usage<String>()
        while places.allows(for: "acme", of: 100, share: 1) {
            #expect(places.pressure(of: "acme", of: 100, share: 1) < 1)
            places.add(1, for: "acme")
        }

        #expect(places.pressure(of: "acme", of: 100, share: 1) == 1 && places["acme"] == 50)
        #expect(places.pressure(of: "globex", of: 100, share: 1) == 0)
    }

    @Test func `an owner that holds nothing is forgotten`() {
        var places = Usage<String>()
        places.add(3, for: "acme")
        places.add(2, for: "globex")
        places.add(-3, for: "acme")

        #expect(places["acme"] == 0 && places["globex"] == 2 && places.total == 2)
        #expect(Array(places.owners) == ["globex"])
    }
}
