import Foundation

/// The destination of log lines.
package struct LogOutput: Sendable {
    let write: @Sendable ([UInt8]) -> Void

    package init(write: @escaping @Sendable (_ line: [UInt8]) -> Void) {
        self.write = write
    }

    package static let standardError = LogOutput { write($0, to: STDERR_FILENO) }
    package static let standardOutput = LogOutput { write($0, to: STDOUT_FILENO) }

    /// Writes each line in one call, so that lines of several threads do not mix. A failed write is ignored: there is
    /// no place to report it.
    private static func write(_ line: [UInt8], to descriptor: CInt) {
        line.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                guard count > 0 || errno == EINTR else { return }
                done += max(0, count)
            }
        }
    }
}
