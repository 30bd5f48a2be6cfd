import Foundation

/// Where lines of the log go.
public struct LogOutput: Sendable {
    let write: @Sendable ([UInt8]) -> Void

    public init(write: @escaping @Sendable (_ line: [UInt8]) -> Void) {
        self.write = write
    }

    public static let standardError = LogOutput { write($0, to: STDERR_FILENO) }
    public static let standardOutput = LogOutput { write($0, to: STDOUT_FILENO) }

    /// One call for one line, so that lines of several threads do not mix. What cannot be written is lost: there is
    /// nowhere to say so.
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
