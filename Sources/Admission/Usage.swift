/// What each owner holds of something bounded: places, threads, bytes.
package struct Usage<Owner: Hashable & Sendable>: Sendable {
    package private(set) var total = 0
    private var amounts: [Owner: Int] = [:]

    package init() {}

    package subscript(owner: Owner) -> Int { amounts[owner] ?? 0 }
    /// The owners that hold something.
    package var owners: some Collection<Owner> & Sendable { amounts.keys }

    /// - Parameter amount: negative for what is given back.
    package mutating func add(_ amount: Int, for owner: Owner) {
        total += amount
        let sum = self[owner] + amount
        amounts[owner] = sum == 0 ? nil : sum
    }

    /// Whether an owner may have `amount` more: only while it has less than a share of what is free. So an owner that
    /// takes much is kept to a part, and there is room for the next one (dynamic thresholds; Choudhury and Hahne, 1998).
    /// - Parameter share: an owner has at most a `1/(share + 1)` of all when it is alone, and less when others have
    ///   some.
    package func allows(_ amount: Int = 1, for owner: Owner, of limit: Int, share: Int) -> Bool {
        // A check of the last one holds for all of them.
        (self[owner] + amount - 1) * share < limit - total - (amount - 1)
    }

    /// The part of its share that an owner holds: 1 or more when it gets no more.
    package func pressure(of owner: Owner, of limit: Int, share: Int) -> Double {
        Double(self[owner] * share) / Double(max(1, limit - total))
    }
}
