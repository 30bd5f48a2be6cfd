import Domain
import Synchronization

/// Keeps the numbers of the subjects that were used last, in two generations: a full one becomes the former one, so that
/// a flood of new subjects does not empty the cache at once.
final class SubjectCache: Sendable {
    struct Key: Hashable {
        let tenant: Int
        let value: SubjectValue
    }

    /// The number of subjects of a generation, of up to some 130 bytes each.
    private let maximumCount: Int

    private struct Entry {
        let number: Int
        let readAt: Timestamp

        func number(at now: Timestamp) -> Int? { EventDictionary.trusts(readAt, at: now) ? number : nil }
    }

    private struct Generations {
        var current: [Key: Entry] = [:]
        var former: [Key: Entry] = [:]
    }

    private let generations = Mutex(Generations())

    init(maximumCount: Int = 40_000) { self.maximumCount = maximumCount }

    /// Returns the numbers of subjects of one tenant, in their order: nil for one that is not cached, or was read too long
    /// before `now`.
    func numbers(of values: [SubjectValue?], tenant: Int, at now: Timestamp) -> [Int?] {
        generations.withLock { generations in
            values.map { value in
                guard let value else { return nil }
                return number(of: Key(tenant: tenant, value: value), at: now, &generations)
            }
        }
    }

    private func number(of key: Key, at now: Timestamp, _ generations: inout Generations) -> Int? {
        if let entry = generations.current[key] { return entry.number(at: now) }
        guard let entry = generations.former[key], let number = entry.number(at: now) else { return nil }
        keep(entry, key, &generations)
        return number
    }

    /// Must be called only with numbers that are committed.
    /// - Parameter readAt: a time before they were read.
    func remember(_ numbers: [Key: Int], readAt: Timestamp) {
        generations.withLock { generations in
            for (key, number) in numbers { keep(Entry(number: number, readAt: readAt), key, &generations) }
        }
    }

    private func keep(_ entry: Entry, _ key: Key, _ generations: inout Generations) {
        if generations.current.count >= maximumCount {
            generations.former = generations.current
            generations.current = [:]
        }
        generations.current[key] = entry
    }
}
