/// Unpacks a compressed body piece by piece, and stops as soon as the output is too large.
///
/// The limit on the output bounds the memory, whatever the body claims. A value belongs to one task.
struct Inflator: ~Copyable {
    /// Output up to this size may have any compression ratio, as a text that repeats itself; beyond it a ratio above
    /// `maximumRatio` is a bomb.
    static let freeBytes = 1024 * 1024
    static let maximumRatio = 100
    private static let pieceBytes = 64 * 1024

    private let decompressor: any Decompressor
    private let maximumBytes: Int
    /// The size of the whole body; nil when it comes in pieces. A body may begin with what repeats itself.
    private let packedBytes: Int?
    /// What one step produces. Only this value owns it.
    private let piece: UnsafeMutableBufferPointer<UInt8>
    private var isAtEnd = false
    private var consumed = 0

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
    mutating func inflate(_ packed: UnsafeRawBufferPointer, into output: inout [UInt8]) throws(InflateError) {
        guard !packed.isEmpty else { return }
        var rest = packed
        while true {
            if isAtEnd {
                guard let next = rest.first else { return }
                guard decompressor.beginsNext(with: next) else { throw .trailingData }
                isAtEnd = false
            }
            let room = min(piece.count, maximumBytes - output.count + 1)
            let step = decompressor.step(rest, into: UnsafeMutableBufferPointer(rebasing: piece[..<room]))
            rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
            consumed += step.consumed
            output += UnsafeBufferPointer(rebasing: piece[..<step.produced])
            guard output.count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
            guard output.count <= max(Self.freeBytes, (packedBytes ?? consumed) * Self.maximumRatio) else {
                throw .ratioTooHigh(maximum: Self.maximumRatio, freeBytes: Self.freeBytes)
            }
            switch step.status {
            case .outputFull: continue
            case .needsInput: return
            case .failed(let error): throw error
            case .ended: isAtEnd = true
            }
        }
    }

    /// Unpacks a body up to the limit, and leaves the rest.
    mutating func beginning(of packed: UnsafeRawBufferPointer) throws(InflateError) -> [UInt8] {
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
    func finish() throws(InflateError) {
        guard isAtEnd else { throw .truncated }
    }
}
