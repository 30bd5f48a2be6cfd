import Foundation

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
