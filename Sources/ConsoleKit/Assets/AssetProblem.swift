import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A file of `Public` that stops the start.
struct AssetProblem: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "Asset \(file): \(reason)" }
}
