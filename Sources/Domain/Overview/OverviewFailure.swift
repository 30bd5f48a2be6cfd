/// A failure that asks for attention.
public struct OverviewFailure: Sendable, Hashable {
    public let id: FailureKey.ID
    public let key: FailureKey
    public let people: PeopleCount
    /// When it was first seen, or when it came back.
    public let since: Timestamp

    public init(id: FailureKey.ID, key: FailureKey, people: PeopleCount, since: Timestamp) {
        self.id = id
        self.key = key
        self.people = people
        self.since = since
    }
}
