import Foundation
import UseCases

/// The file with the root key: 32 random bytes, readable by the owner only.
struct RootKeyFile: Sendable {
    static let byteCount = 32

    let url: URL

    /// Why the file is rejected; nil when it is valid.
    enum Problem: Sendable, Hashable {
        case missing
        case readableByOthers(mode: UInt16)
        case wrongLength(Int)

        var sentence: String {
            switch self {
            case .missing:
                """
                The root key is missing, but there are databases made with it. Put root.key back from a backup; without it no password \
                and no audit chain can be checked.
                """
            case .readableByOthers(let mode):
                """
                The root key can be read by others (mode \(String(mode, radix: 8))). Run: chmod 600 root.key — and if anyone else may \
                have read it, restore on a machine that you trust.
                """
            case .wrongLength(let count):
                "The root key must hold \(RootKeyFile.byteCount) bytes, and holds \(count). Put it back from a backup."
            }
        }
    }

    func problem() -> Problem? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return .missing }
        if let mode = (attributes[.posixPermissions] as? NSNumber)?.uint16Value, mode & 0o077 != 0 {
            return .readableByOthers(mode: mode & 0o777)
        }
        let count = (attributes[.size] as? NSNumber)?.intValue ?? 0
        return count == Self.byteCount ? nil : .wrongLength(count)
    }

    /// - Throws: `.rejected` with a sentence that says how to correct it.
    func load() throws(CommandFailure) -> RootKey {
        if let problem = problem() { throw .rejected("root_key", "\(problem.sentence) (\(url.path))") }
        guard let bytes = FileManager.default.contents(atPath: url.path), bytes.count == Self.byteCount else {
            throw .unavailable("The root key \(url.path) cannot be read.")
        }
        return RootKey(bytes: Array(bytes))
    }

    func create(random: (Int) -> [UInt8]) throws(CommandFailure) {
        do { try DurableFile.write(Data(random(Self.byteCount)), to: url) } catch {
            throw .unavailable(error.description)
        }
    }
}
