/// A model of phone with the version of its system.
struct DemoPhone: Sendable, Hashable {
    /// The version that cannot store sessions.
    static let brokenSystem = "26.1"

    let model: String
    let system: String

    private static let models: [(element: String, weight: Double)] = [
        ("iPhone14,5", 3), ("iPhone15,2", 4), ("iPhone15,4", 3), ("iPhone16,1", 5), ("iPhone17,3", 6),
        ("iPhone18,1", 2), ("iPad14,3", 1),
    ]
    private static let systems: [(element: String, weight: Double)] = [
        ("17.7.2", 2), ("18.5", 3), ("18.6.2", 6), ("26.0.1", 5), (brokenSystem, 2),
    ]

    static func random(_ random: inout SeededRandom) -> DemoPhone {
        DemoPhone(model: random.pick(models), system: random.pick(systems))
    }
}
