import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases

/// A place inside the console to go to after signing in: a path of ours, never another site.
package struct ConsoleReturnPath: LosslessStringConvertible {
    package let description: String

    package init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let isInside = text.hasPrefix("/t/") || text.hasPrefix("/tenants") || text == ConsolePaths.secondFactor
        guard isInside, !text.contains("//"), !text.contains("\\") else { return nil }
        description = text
    }
}
