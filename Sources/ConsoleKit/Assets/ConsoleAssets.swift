import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The stylesheet and the script of all pages, read once at start. Each URL contains a hash of the content, so that a
/// browser can cache it for a long time.
package struct ConsoleAssets: Sendable {
    let stylesheet: AssetFile
    let script: AssetFile

    /// The scripts that are joined into one file. Later ones use earlier ones.
    private static let scripts = ["console", "visible-text", "live-tail", "query-completion", "refresh"]

    /// - Parameter folder: the path of `Public`.
    init(folder: String) throws(AssetProblem) {
        stylesheet = AssetFile(
            "console",
            "css",
            type: "text/css; charset=utf-8",
            text: try Stylesheet(folder: "\(folder)/css").text
        )
        script = AssetFile(
            "console",
            "js",
            type: "text/javascript; charset=utf-8",
            text: try Self.scripts.map { name throws(AssetProblem) in try AssetFile.text("\(folder)/js/\(name).js") }
                .joined()
        )
    }

    /// Returns nil for any other name, such as that of an earlier version.
    subscript(name: String) -> AssetFile? { [stylesheet, script].first { $0.name == name } }
}

/// The files of `Public/css`, joined into one, so that a page needs one request for its styles while the source files
/// stay small.
///
/// The entry file contains comments, one `@layer` statement, and a line for each file, in the order of the cascade:
///
/// ```css
/// @layer reset, components;
/// @import url("reset.css") layer(reset);
/// @import url("badge.css") layer(components);
/// ```
struct Stylesheet: Sendable {
    static let entry = "console.css"

    package let text: String

    /// - Parameter folder: the path of `Public/css`.
    /// - Throws: `AssetProblem`, which names the missing file or the line that is none of these.
    init(folder: String) throws(AssetProblem) {
        var parts: [String] = []
        for line in try AssetFile.text("\(folder)/\(Self.entry)").split(separator: "\n") {
            if let file = line.wholeMatch(of: #/@import url\("(?<name>[a-z0-9-]+\.css)"\) layer\((?<layer>[a-z]+)\);/#)
            {
                parts.append("@layer \(file.layer) {\n\(try AssetFile.text("\(folder)/\(file.name)"))}\n")
            } else if line.hasPrefix("@layer ") || line.hasPrefix("/*") && line.hasSuffix("*/") {
                parts.append("\(line)\n")
            } else {
                throw AssetProblem(file: "\(folder)/\(Self.entry)", reason: "The line “\(line)” cannot be joined.")
            }
        }
        text = parts.joined()
    }
}

/// One file, whose name contains a hash of its content.
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

/// An error in a file of `Public`, which prevents the start.
struct AssetProblem: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "Asset \(file): \(reason)" }
}
