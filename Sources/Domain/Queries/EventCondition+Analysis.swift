extension EventCondition {
    /// The conditions that must all hold.
    public var conjuncts: [EventCondition] {
        switch self {
        case .everything: []
        case .all(let conditions): conditions
        case .nothing, .test, .not, .any: [self]
        }
    }

    /// Every test, in order; a test that occurs several times is listed as often.
    public var tests: [EventTest] {
        switch self {
        case .everything, .nothing: []
        case .test(let test), .not(let test): [test]
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
        }
    }

    public var fields: Set<QueryField> { Set(tests.map(\.field)) }

    /// Whether the shapes and the time of events answer it, so that counts do, too.
    public var needsRows: Bool { !tests.allSatisfy { $0.isAboutShape || $0.field == .time } }

    /// The conditions that must all hold, by what answers them.
    public var split: SplitCondition {
        var shapes = [EventCondition]()
        var times = [EventCondition]()
        var rest = [EventCondition]()
        for condition in conjuncts {
            let tests = condition.tests
            if tests.allSatisfy(\.isAboutShape) {
                shapes.append(condition)
            } else if tests.allSatisfy({ $0.field == .time }) {
                times.append(condition)
            } else {
                rest.append(condition)
            }
        }
        return SplitCondition(shapes: .all(of: shapes), times: .all(of: times), rest: .all(of: rest))
    }
}

/// The conjuncts of a condition, by what answers them: an event matches when all three parts do.
public struct SplitCondition: Sendable, Hashable {
    /// Of the dimensions of shapes alone: evaluated once for each shape, without rows.
    public let shapes: EventCondition
    /// Of the time alone.
    public let times: EventCondition
    /// The others. They concern the message, a column of the rows, or several of these together; what is left of one for a
    /// certain shape says `EventCondition.reduced(_:)`.
    public let rest: EventCondition
}
