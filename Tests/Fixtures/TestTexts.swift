import Domain
import Foundation
import UseCases

/// The text catalogue of the program.
public enum TestTexts {
    public static let english = catalogue.texts(in: .english)
    public static let french = catalogue.texts(in: .french)

    public static let catalogue: TextCatalogue = {
        do { return try TextCatalogue(folder: PackageFolder.root.appending(path: "templates/texts").path) } catch {
            preconditionFailure("\(error)")
        }
    }()
}

/// The folder of `Package.swift`.
public enum PackageFolder {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
