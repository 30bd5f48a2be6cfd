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

/// What every page loads, read once at start: each under an address that changes with its content, so that a browser
/// keeps it for good.
struct ConsoleAssets: Sendable {
    let stylesheet: AssetFile
    let script: AssetFile

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
            text: try AssetFile.text("\(folder)/js/console.js")
        )
    }

    /// Nil for a name that is not of now.
    subscript(name: String) -> AssetFile? { [stylesheet, script].first { $0.name == name } }
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

    static func text(_ path: String) throws(AssetProblem) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw AssetProblem(file: path, reason: "The file is missing.")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw AssetProblem(file: path, reason: "The file cannot be read as UTF-8.")
        }
        return text
    }
}

/// Hands out what the pages load.
struct AssetRoutes {
    /// A year, and no question whether it has changed (RFC 8246).
    static let cacheControl = "public, max-age=31536000, immutable"

    let assets: ConsoleAssets

    func add(to routes: Routes<GatehouseContext>) {
        routes.get("assets/:asset") { _, context in
            guard let asset = context.parameters.get("asset").flatMap({ assets[$0] }) else {
                throw WebFailure.unknownPath
            }
            return Response(
                status: .ok,
                headers: [.contentType: asset.contentType, .cacheControl: Self.cacheControl],
                body: ResponseBody(byteBuffer: asset.content)
            )
        }
    }
}
