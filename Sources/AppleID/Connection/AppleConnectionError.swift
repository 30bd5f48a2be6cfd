import AsyncHTTPClient
import Domain
import NIOCore
import StrictJSON

/// A reason why Apple did not answer.
enum AppleConnectionError: String, Error, Sendable {
    /// The deadline passed.
    case late
    case tooLarge = "too_large"
    /// There was no connection, or it ended too early.
    case broken
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let silence as AppleConnectionError: self = silence
        case is NIOTooManyBytesError: self = .tooLarge
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError
        where error == .deadlineExceeded || error == .connectTimeout || error == .readTimeout:
            self = .late
        default: self = .broken
        }
    }
}
