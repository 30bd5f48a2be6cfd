/// One item of a delivery that is not a valid event, and the correction it needs.
public struct RejectedItem: Sendable, Hashable {
    private static let maximumMessageBytes = 512

    /// The item's index in the delivery, from 0.
    public let index: Int
    /// The client's id of the item, when it could be read.
    public let id: String?
    /// Stable: `invalid_json`, `missing_field`, `wrong_type`, `too_large`, `too_many`, `bad_value`.
    public let code: String
    /// At most 512 bytes: it may name a path of members.
    public let message: String
    public let category: ItemCategory

    public init(index: Int, id: String?, code: String, message: String, category: ItemCategory = .event) {
        self.index = index
        self.id = id
        self.code = code
        self.message = message.beginning(ofBytes: Self.maximumMessageBytes)
        self.category = category
    }
}
