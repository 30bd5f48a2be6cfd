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
