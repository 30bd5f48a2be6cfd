import Domain

extension Fields {
    /// Reads a query of the query language for events, as it was typed or in canonical form; every event matches when it is
    /// absent.
    /// - Parameter minimum: 0 treats an empty text as absent, 1 rejects it.
    package mutating func eventCondition(_ name: String, minimum: Int = 0) -> EventCondition {
        guard let text = optionalText(name, minimum: minimum, maximum: QueryLimits.canonicalBytes) else {
            return .everything
        }
        do {
            return try QueryParser.parse(typedOrCanonical: text)
        } catch {
            record(name, .faulty(error.fault))
            return .everything
        }
    }
}
