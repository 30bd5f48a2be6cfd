/// Unpacks a compressed body piece by piece, and stops as soon as the output is too large.
///
/// The limit on the output bounds the memory, whatever the body claims. An object belongs to one task.
final class Inflator {
    /// Output up to this size may have any compression ratio, as a text that repeats itself; beyond it a ratio above
    /// `maximumRatio` is a bomb.
    static let freeBytes = 1024 * 1024
    static let maximumRatio = 100
    private static let pieceBytes = 64 * 1024

    private let decompressor: any Decompressor
    private let maximumBytes: Int
    /// The size of the whole body; nil when it is not known. A body may begin with what repeats itself.
    private let packedBytes: Int?
    /// What one step produces. Only this object owns it.
    private let piece: UnsafeMutableBufferPointer<UInt8>
    private var isAtEnd = false
    /// Whether there may be output without further input.
    private var isOutputFull = false
    private var (consumed, produced) = (0, 0)

    /// - Parameter maximumBytes: the limit of the unpacked body.
    init(_ decompressor: any Decompressor, maximumBytes: Int, packedBytes: Int? = nil) {
        self.decompressor = decompressor
        self.packedBytes = packedBytes
        self.maximumBytes = maximumBytes
        piece = .allocate(capacity: Self.pieceBytes)
    }

    deinit { piece.deallocate() }

    /// Returns the largest output of `packedBytes` that is not rejected.
    static func maximumUnpacked(of packedBytes: Int, maximumBytes: Int) -> Int {
        min(maximumBytes, max(freeBytes, packedBytes * maximumRatio))
    }

    /// Unpacks a piece and appends the output.
    func inflate(_ packed: UnsafeRawBufferPointer, into output: inout [UInt8]) throws(InflateError) {
        var rest = packed
        while let bytes = try next(from: &rest) { output += bytes }
    }

    /// Unpacks the next bytes of output, and moves the beginning of `rest` behind what they came from.
    /// - Returns: bytes that are valid until the next call; nil when more of the body is needed.
    func next(from rest: inout UnsafeRawBufferPointer) throws(InflateError) -> UnsafeBufferPointer<UInt8>? {
        while !rest.isEmpty || isOutputFull {
            if isAtEnd {
                guard let first = rest.first, decompressor.beginsNext(with: first) else { throw .trailingData }
                isAtEnd = false
            }
            let room = min(piece.count, maximumBytes - produced + 1)
            let step = decompressor.step(rest, into: UnsafeMutableBufferPointer(rebasing: piece[..<room]))
            rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
            consumed += step.consumed
            produced += step.produced
            guard produced <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
            guard produced <= max(Self.freeBytes, (packedBytes ?? consumed + rest.count) * Self.maximumRatio) else {
                throw .ratioTooHigh(maximum: Self.maximumRatio, freeBytes: Self.freeBytes)
            }
            var needsInput = false
            isOutputFull = false
            switch step.status {
            case .outputFull: isOutputFull = true
            case .needsInput: needsInput = true
            case .failed(let error): throw error
            case .ended: isAtEnd = true
            }
            if step.produced > 0 { return UnsafeBufferPointer(rebasing: piece[..<step.produced]) }
            if needsInput { return nil }
        }
        return nil
    }

    /// Unpacks a body up to the limit, and leaves the rest.
    func beginning(of packed: UnsafeRawBufferPointer) throws(InflateError) -> [UInt8] {
        var (rest, output): (UnsafeRawBufferPointer, [UInt8]) = (packed, [])
        while output.count < maximumBytes {
            let room = min(piece.count, maximumBytes - output.count)
            let step = decompressor.step(rest, into: UnsafeMutableBufferPointer(rebasing: piece[..<room]))
            rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
            output += UnsafeBufferPointer(rebasing: piece[..<step.produced])
            switch step.status {
            case .outputFull: continue
            case .needsInput: return output
            case .ended:
                guard let next = rest.first, decompressor.beginsNext(with: next) else { return output }
            case .failed(let error): throw error
            }
        }
        return output
    }

    /// - Throws: `.truncated` when the body has not ended.
    func finish() throws(InflateError) { guard isAtEnd else { throw .truncated } }
}

/// Why a compressed body is rejected.
public enum InflateError: Error, Sendable, Hashable {
    /// The body does not have the format of its content coding, or is damaged.
    case malformed
    /// The body ends too early.
    case truncated
    /// More bytes follow the compressed data.
    case trailingData
    /// The unpacked body exceeds the limit.
    case tooLarge(maximumBytes: Int)
    /// The body exceeds `freeBytes`, and its compression ratio shows a decompression bomb.
    case ratioTooHigh(maximum: Int, freeBytes: Int)
    /// Unpacking needs a larger window than the content coding has (RFC 9659 §3).
    case windowTooLarge(maximumBytes: Int)

    /// One sentence for users.
    public func sentence(_ coding: ContentCoding) -> String {
        switch self {
        case .malformed: "The body is not \(coding.rawValue), or is damaged."
        case .truncated: "The \(coding.rawValue) body is cut short."
        case .trailingData: "Data that is no further part of it follows the \(coding.rawValue) body."
        case .tooLarge(let maximum): "The body unpacks to more than \(maximum) bytes."
        case .ratioTooHigh(let maximum, let freeBytes):
            """
            The body unpacks to more than \(maximum) times its size. A body that unpacks to more than \(freeBytes) bytes \
            may not.
            """
        case .windowTooLarge(let maximum): "The \(coding.rawValue) body needs a window above \(maximum) bytes."
        }
    }
}
