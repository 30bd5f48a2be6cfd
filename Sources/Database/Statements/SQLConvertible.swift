import Foundation

/// A value that can be bound to a statement and read from a row.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
    /// - Returns: nil when the value has another type.
    init?(sqlValue: SQLValue)
}

extension SQLConvertible where Self: RawRepresentable, RawValue == String {
    public var sqlValue: SQLValue { .text(rawValue) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(rawValue: text)
    }
}
