import StrictJSON

/// The data of a user beside the fields that Gatehouse defines: a JSON object of limited size and depth.
///
/// The app may write `user_metadata`, only the tenant's backend `app_metadata`.
public struct UserAttributes: Sendable, Hashable {
    public static let maximumBytes = 16 * 1024
    /// The nesting of objects and lists, including the outermost.
    public static let maximumDepth = 8
    public static let none = UserAttributes(stored: "{}")

    /// The object as compact JSON.
    public let text: String

    /// - Throws: `.malformed` for an object that is too large, too deep, or has too many members to be read again.
    public init(_ object: JSONObject) throws(FieldProblem.Rule) {
        guard JSONValue.object(object).depth <= Self.maximumDepth else {
            throw .malformed(.english("At most \(Self.maximumDepth) objects and lists may stand within each other."))
        }
        let bytes = object.serialized()
        guard bytes.count <= Self.maximumBytes else {
            throw .malformed(.english("Use at most \(Self.maximumBytes) bytes of JSON."))
        }
        guard (try? JSONValue(parsing: bytes, limits: .stored)) != nil else {
            throw .malformed(.english("Use at most \(JSONLimits.standard.maximumMembers) members in one object."))
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a text that this type has written.
    public init(stored text: String) { self.text = text }

    public var isEmpty: Bool { text.hasSameBytes(as: "{}") }

    public static func == (left: UserAttributes, right: UserAttributes) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ByteText(text)) }

    public var object: JSONObject { (try? JSONValue(parsing: text.utf8, limits: .stored))?.objectValue ?? [:] }

    /// Returns these attributes merged with `changes`; a member that is null there is removed.
    /// - Throws: as `init(_:)`.
    public func merging(_ changes: JSONObject) throws(FieldProblem.Rule) -> UserAttributes {
        guard !changes.isEmpty else { return self }
        var merged = object
        var removed: Set<ByteText> = []
        for (name, value) in changes {
            if value.isNull {
                removed.insert(ByteText(name))
            } else {
                merged[name] = value
            }
        }
        if !removed.isEmpty { merged.removeAll { name, _ in removed.contains(ByteText(name)) } }
        return try UserAttributes(merged)
    }
}

extension JSONValue {
    /// The nesting of arrays and objects; 0 for a text or a number.
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.lazy.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }
}
