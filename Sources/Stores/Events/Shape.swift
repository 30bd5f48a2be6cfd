import Crypto
import Database
import Domain
import Foundation
import StrictJSON

/// The combination of facts that many events share; stored once.
struct Shape: Hashable, Sendable {
    /// Replaces a value over the limit.
    static let other = "other"
    /// The values that every fingerprint holds. A dimension that was added later is part of a fingerprint only where it
    /// has a value, so that the shapes from before keep theirs.
    private static let fingerprintedPlaces = 10

    /// By the places of `ShapeColumns`.
    private let values: [String?]
    /// The number of the failure that the events belong to.
    let failure: Int?

    init(_ event: ClassifiedEvent, failure: Int?) {
        values = ShapeColumns.dimensions.map { event[$0] }
        self.failure = failure
    }

    /// - Parameter failure: rows hold it under names of their own.
    init(_ row: Row, failure: Int? = nil) throws {
        values = try ShapeColumns.all.map { try row.find($0.name) }
        self.failure = failure
    }

    /// - Parameter values: those of `ShapeColumns.selected`, in their order: to find each by its name takes longer than to
    ///   read it.
    init(selected values: some Collection<SQLValue>, failure: Int?) {
        self.init(
            values: values.map { value in if case .text(let text) = value { text } else { nil } },
            failure: failure
        )
    }

    private init(values: [String?], failure: Int?) {
        self.values = values
        self.failure = failure
    }

    subscript(dimension: EventDimension) -> String? {
        ShapeColumns.dimensions.firstIndex(of: dimension).flatMap { values[$0] }
    }

    /// - Throws: `.decoding` when the shape has no such value.
    func value<Value: RawRepresentable<String>>(of dimension: EventDimension) throws -> Value {
        guard let value = self[dimension].flatMap({ Value(rawValue: $0) }) else {
            throw DatabaseError(.decoding, "a shape has no \(dimension)")
        }
        return value
    }

    /// Compares by bytes.
    func has(_ text: String, in dimension: EventDimension) -> Bool { self[dimension]?.hasSameBytes(as: text) == true }

    /// Copies the texts of clients to those of an event, which has some itself when it was stored before shapes had them.
    func copyTexts(to texts: inout EventTexts) {
        for place in ShapeColumns.textPlaces {
            if let value = values[place] { texts[ShapeColumns.dimensions[place]] = value }
        }
    }

    /// Compares by bytes: texts that Unicode calls equivalent differ here, as they do in the fingerprint.
    static func == (left: Shape, right: Shape) -> Bool {
        guard left.failure == right.failure else { return false }
        return left.values.elementsEqual(right.values) { left, right in
            switch (left, right) {
            case (nil, nil): true
            case (let left?, let right?): left.hasSameBytes(as: right)
            default: false
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(failure)
        for value in values { hasher.combine(value.map(ByteText.init(_:))) }
    }

    /// The shape with every value that a client can choose freely folded into `other`.
    var folded: Shape {
        var values = values
        for place in ShapeColumns.textPlaces where values[place] != nil { values[place] = Self.other }
        return Shape(values: values, failure: failure)
    }

    /// The shape with `other` for every value that a client can choose freely, also where it has none.
    var bare: Shape {
        var values = values
        for place in ShapeColumns.textPlaces { values[place] = Self.other }
        return Shape(values: values, failure: failure)
    }

    /// The size of all values.
    var byteCount: Int { values.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    /// The first 16 bytes of a SHA-256 over all values.
    var fingerprint: Data {
        var hash = SHA256()
        for (place, value) in values.enumerated() {
            if place >= Self.fingerprintedPlaces {
                guard value != nil else { continue }
                hash.update(data: Data([UInt8(place)]))
            }
            hash.update(data: Data([value == nil ? 0 : 1]))
            hash.update(data: Data((value ?? "").utf8))
            hash.update(data: Data([0xFF]))
        }
        if let failure { hash.update(data: Data([0xFE]) + Data("\(failure)".utf8)) }
        return Data(hash.finalize().prefix(16))
    }

    func insert(id: Int, tenant: Int, at createdAt: Timestamp, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO shapes (tenant_id, id, fingerprint, \(sql: ShapeColumns.names), failure_id, created_at)
            VALUES (\(tenant), \(id), \(fingerprint), \(sql: .list(values.map { "\($0)" })), \(failure), \(createdAt))
            """
        )
    }
}
