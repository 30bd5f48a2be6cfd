/// Finds the word that was meant by a misspelt one.
public enum EditDistance {
    /// The size of a word that is compared, in UTF-8 bytes.
    static let maximumBytes = 32

    /// Returns the word with the fewest changed, missing, additional or swapped bytes; nil when all differ in more than a
    /// third of their bytes. Of equally close words it is the first.
    public static func closest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.utf8)
        guard (2...maximumBytes).contains(typed.count) else { return nil }
        let allowed = min(2, max(1, typed.count / 3))
        var best: (word: String, distance: Int)?
        for word in words where abs(word.utf8.count - typed.count) <= allowed {
            let distance = distance(typed, Array(word.utf8))
            if distance <= allowed, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// The optimal string alignment distance, by rows of the table.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var older = [Int]()
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            (older, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
