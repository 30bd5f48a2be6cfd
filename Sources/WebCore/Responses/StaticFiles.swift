import HTTPTypes
import Hummingbird
import Logging
import NIOPosix

/// Serves the files below `Public` when no route matches: whole files at one address each, and no folders.
///
/// `FileMiddleware` reads the files. Two of its behaviours are prevented: for a folder it redirects to the path with a
/// trailing slash, which leads to another site when the path begins with two slashes; and for a range beyond the end of
/// a file it sends a wrong length.
package struct StaticFiles: RouterMiddleware {
    package typealias Context = GatehouseContext

    /// How long a browser may cache a file, in seconds.
    private static let cacheSeconds = 600

    private let files: FileMiddleware<GatehouseContext, PlainFiles>

    package init(folder: String, logger: Logger) {
        files = FileMiddleware(
            fileProvider: PlainFiles(
                files: LocalFileSystem(rootFolder: folder, threadPool: .singleton, logger: logger)
            ),
            cacheControl: .init([(MediaType(type: .any), [.public, .maxAge(Self.cacheSeconds)])])
        )
    }

    package func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as any HTTPResponseError
            where error.status == .notFound
        {
            guard Self.canBeFile(request.uri.path) else { throw error }
            var head = request.head
            head.headerFields[.range] = nil
            head.headerFields[.ifRange] = nil
            let whole = Request(head: head, body: request.body)
            var response = try await files.handle(whole, context: context) { _, _ in throw error }
            response.headers[.acceptRanges] = nil
            return response
        }
    }

    /// Accepts letters, digits, dots, dashes and underscores between single slashes, as our files are named: nothing
    /// needs decoding.
    private static func canBeFile(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/")
            && path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
                part in
                part.first.map { $0 != UInt8(ascii: ".") } ?? false && part.allSatisfy(isOfName)
            }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// The files of a folder; subfolders are not found.
private struct PlainFiles: FileProvider {
    let files: LocalFileSystem

    func getFileIdentifier(_ path: String) -> String? { files.getFileIdentifier(path) }

    func getAttributes(id: String) async throws -> LocalFileSystem.FileAttributes? {
        guard let attributes = try await files.getAttributes(id: id), !attributes.isFolder else { return nil }
        return attributes
    }

    func loadFile(id: String, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, context: context)
    }

    func loadFile(id: String, range: ClosedRange<Int>, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, range: range, context: context)
    }
}
