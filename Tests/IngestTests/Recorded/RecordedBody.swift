import Foundation

/// Bodies of requests in the shape in which unmodified SDKs send them, as files. They were written for these tests.
enum RecordedBody {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Bodies")

    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }
}
