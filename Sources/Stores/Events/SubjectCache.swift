import Foundation
import Synchronization

/// Keeps the numbers of the subjects that were used last, in two generations: a full one becomes the former one, so that
/// a flood of new subjects does not empty the cache at once.
final class SubjectCache: Sendable {
    struct Key: Hashable {
        let tenant: Int
        let value: Data
    }

    /// The number of subjects of a generation, of up to some 130 bytes each.
    private let maximumCount: Int

    private struct Generations {
        var current: [Key: Int] = [:]
        var former: [Key: Int] = [:]
    }

    private let generations = Mutex(Generations())

    init(maximumCount: Int = 40_000) {
        self.maximumCount = maximumCount
    }

    func number(of key: Key) -> Int? {
        generations.withLock { generations in
            if let number = generations.current[key] { return number }
            guard let number = generations.former[key] else { return nil }
            keep(number, key, &generations)
            return number
        }
    }

    /// Must be called only with numbers that are committed.
    func remember(_ numbers: [Key: Int]) {
        generations.withLock { generations in
            for (key, number) in numbers { keep(number, key, &generations) }
        }
    }

    func forgetAll() { generations.withLock { $0 = Generations() } }

    private func keep(_ number: Int, _ key: Key, _ generations: inout Generations) {
        if generations.current.count >= maximumCount {
            generations.former = generations.current
            generations.current = [:]
        }
        generations.current[key] = number
    }
}
