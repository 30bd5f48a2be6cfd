import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// One file, named by what is in it.
struct AssetFile: Sendable {
    /// `console-0f1e2d3c4b5a6978.css`
    let name: String
    let contentType: String
    let content: ByteBuffer

    init(_ title: String, _ kind: String, type: String, text: String) {
        let hash = Hexadecimal.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(8)))
        name = "\(title)-\(hash).\(kind)"
        contentType = type
        content = ByteBuffer(string: text)
    }

    var path: String { ConsolePaths.asset(name) }

    package static func text(_ path: String) throws(AssetProblem) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw AssetProblem(file: path, reason: "The file is missing.")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw AssetProblem(file: path, reason: "The file cannot be read as UTF-8.")
        }
        return text
    }
}
