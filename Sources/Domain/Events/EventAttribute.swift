import Foundation

/// A name and value without a field of its own.
public struct EventAttribute: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case truth(Bool)
    }

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
