import Domain
import Foundation
import UseCases

/// The text catalogue of the program.
public enum TestTexts {
    public static let english = catalogue.texts(in: .english)
    public static let french = catalogue.texts(in: .french)

    public static let catalogue: TextCatalogue = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do { return try TextCatalogue(folder: root.appending(path: "templates/texts").path) } catch {
            preconditionFailure("\(error)")
        }
    }()
}
