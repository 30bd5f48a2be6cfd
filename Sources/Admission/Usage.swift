/// What each owner holds of something bounded: places, threads, bytes.
///
/// `@inlinable`: see `FairQueue`.
public struct Usage<Owner: Hashable & Sendable>: Sendable {
    @usableFromInline var sum = 0
    @usableFromInline var amounts: [Owner: Int] = [:]

    @inlinable public init() {}

    @inlinable public var total: Int { sum }

    @inlinable public subscript(owner: Owner) -> Int { amounts[owner] ?? 0 }
    /// The owners that hold something.
    public var owners: some Collection<Owner> & Sendable { amounts.keys }

    /// - Parameter amount: negative for what is given back.
    @inlinable public mutating func add(_ amount: Int, for owner: Owner) {
        sum += amount
        let held = self[owner] + amount
        amounts[owner] = held == 0 ? nil : held
    }

    /// Whether an owner may have `amount` more: only while it has less than a share of what is free. So an owner that
    /// takes much is kept to a part, and there is room for the next one (dynamic thresholds; Choudhury and Hahne, 1998).
    /// - Parameter share: an owner has at most a `1/(share + 1)` of all when it is alone, and less when others have
    ///   some.
    @inlinable public func allows(_ amount: Int = 1, for owner: Owner, of limit: Int, share: Int) -> Bool {
        // A check of the last one holds for all of them.
        (self[owner] + amount - 1) * share < limit - total - (amount - 1)
    }

    /// The part of its share that an owner holds: 1 or more when it gets no more.
    @inlinable public func pressure(of owner: Owner, of limit: Int, share: Int) -> Double {
        Double(self[owner] * share) / Double(max(1, limit - total))
    }
}
