import Synchronization

/// A body that is unpacked piece by piece, and of which only what its format decodes is kept.
///
/// Its memory is what was added and is not unpacked, the state of the decoder, and what is kept. A step is bounded in
/// what it unpacks, so that it can be paid for before the next.
public final class SievedBody: Sendable {
    /// What a body unpacks to at most, kept or not: a third of a second of a core.
    public static let maximumBytes = 100 << 20
    /// What a step unpacks: 25 ms of a core.
    public static let stepBytes = 8 << 20
    /// What the first step of a few bytes unpacks: at most a millisecond of a core.
    public static let shortStepBytes = 16 << 10

    public struct Progress: Sendable, Hashable {
        /// The size of what was parsed so far: what is kept, and headers that are kept shorter.
        public let keptBytes: Int
        /// The number of bytes that were unpacked and not parsed.
        public let readOverBytes: Int
        /// Whether all that was added is unpacked.
        public let isDone: Bool
    }

    public let coding: ContentCoding
    private let state: Mutex<State>

    /// - Parameters:
    ///   - decoder: nil for a body that is not compressed.
    ///   - packedBytes: the size of the whole body as sent; nil when it is not known. See `Inflator`.
    public init(_ sieve: any BodySieve, decoder: ContentDecoder?, packedBytes: Int?) {
        coding = decoder?.coding ?? .identity
        state = Mutex(
            State(sieve: sieve, inflator: decoder?.inflator(maximumBytes: Self.maximumBytes, packedBytes: packedBytes))
        )
    }

    /// The size of what is kept so far.
    public var keptBytes: Int { state.withLock { $0.sieve.keptBytes } }

    /// Adds the next bytes of the body as sent.
    public func add(_ bytes: [UInt8]) {
        state.withLock { if $0.added.isEmpty { $0.added = bytes } else { $0.added += bytes } }
    }

    /// What is unpacked so far, also after an error.
    public var progress: Progress { state.withLock { $0.progress } }

    /// Unpacks a part of what was added.
    /// - Throws: `InflateError`, `DeliveryError`
    public func unpack(upTo maximumBytes: Int = stepBytes) throws -> Progress {
        try state.withLock { try $0.unpack(upTo: maximumBytes) }
    }

    /// Ends the body.
    /// - Returns: what is kept.
    /// - Throws: `InflateError`, `DeliveryError`
    public func finish() throws -> [UInt8] { try state.withLock { try $0.finish() } }

    private struct State {
        var sieve: any BodySieve
        let inflator: Inflator?
        /// Bytes as sent, of which those before `position` are unpacked.
        var added: [UInt8] = []
        var position = 0
        var unpackedBytes = 0

        init(sieve: any BodySieve, inflator: Inflator?) {
            self.sieve = sieve
            self.inflator = inflator
        }

        mutating func unpack(upTo maximumBytes: Int) throws -> Progress {
            var isDone = true
            if let inflator { isDone = try unpack(with: inflator, upTo: maximumBytes) } else { try takeAsItIs() }
            if isDone { (added, position) = ([], 0) }
            return progress
        }

        var progress: Progress {
            Progress(
                keptBytes: sieve.parsedBytes,
                readOverBytes: max(0, unpackedBytes - sieve.parsedBytes),
                isDone: added.isEmpty
            )
        }

        private mutating func takeAsItIs() throws {
            unpackedBytes += added.count
            try sieve.take(added[...])
        }

        private mutating func unpack(with inflator: Inflator, upTo maximumBytes: Int) throws -> Bool {
            let end = unpackedBytes + maximumBytes
            let bytes = added
            return try bytes.withUnsafeBytes { bytes throws -> Bool in
                var rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
                while unpackedBytes < end {
                    let next = try inflator.next(from: &rest)
                    position = bytes.count - rest.count
                    guard let next else { return true }
                    unpackedBytes += next.count
                    try sieve.take(Array(next)[...])
                }
                return false
            }
        }

        mutating func finish() throws -> [UInt8] {
            try inflator?.finish()
            return try sieve.finish()
        }
    }
}

/// Reads an unpacked body piece by piece, and keeps what its format decodes.
public protocol BodySieve: Sendable {
    /// The size of what is kept so far.
    var keptBytes: Int { get }

    /// The size of what was parsed so far: what is kept, and headers that are kept shorter.
    var parsedBytes: Int { get }

    /// Reads the next piece, wherever the body is cut.
    /// - Throws: `too_large` when more is to be kept than may be, and the errors of the format.
    mutating func take(_ piece: ArraySlice<UInt8>) throws(DeliveryError)

    /// Ends the body.
    /// - Returns: what is kept: a body of the format, which decodes like the whole.
    mutating func finish() throws(DeliveryError) -> [UInt8]
}
