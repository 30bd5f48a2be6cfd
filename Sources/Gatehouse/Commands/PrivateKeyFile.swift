import ArgumentParser
import Foundation

/// Reads a private key from a file or from standard input, never from the command line: other users of the machine can
/// read that.
enum PrivateKeyFile {
    static let maximumBytes = 4096

    /// - Throws: `ValidationError` for what is no text of a few lines.
    static func read(_ path: String) throws -> String {
        let file: FileHandle
        if path == "-" {
            file = .standardInput
        } else {
            guard let opened = FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
            file = opened
        }
        var bytes = Data()
        // A pipe may hand it over in parts.
        while bytes.count <= maximumBytes, let more = try? file.read(upToCount: maximumBytes), !more.isEmpty {
            bytes += more
        }
        guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw unreadable(path)
        }
        return text
    }

    private static func unreadable(_ path: String) -> ValidationError {
        ValidationError(
            """
            \(path == "-" ? "Standard input" : path) cannot be read, or is not a private key (a .p8 file of a few \
            lines).
            """
        )
    }
}
