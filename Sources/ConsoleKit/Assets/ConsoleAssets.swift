import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What every page loads, read once at start: each under an address that changes with its content, so that a browser
/// keeps it for good.
package struct ConsoleAssets: Sendable {
    let stylesheet: AssetFile
    let script: AssetFile

    /// One file for pages: what comes first is there for the others.
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

    /// Nil for a name that is not of now.
    subscript(name: String) -> AssetFile? { [stylesheet, script].first { $0.name == name } }
}

/// The files of `Public/css`, joined into one: a page then costs one request for its looks, and the files stay apart
/// for their readers.
///
/// The entry holds comments, one `@layer` statement, and a line for each file, in the order that counts:
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
    /// - Throws: `AssetProblem`, naming the file that is missing or the line that is none of the above.
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

/// A file of `Public` that stops the start.
struct AssetProblem: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "Asset \(file): \(reason)" }
}
