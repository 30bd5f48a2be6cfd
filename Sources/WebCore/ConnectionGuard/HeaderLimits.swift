import HTTPTypes
import NIOHTTP1
import StrictJSON

extension HTTPRequest {
    /// Whether the connection ends after this request, or would switch to another protocol, which is not supported.
    var asksToClose: Bool {
        if headerFields[.upgrade] != nil { return true }
        return headerFields[values: .connection].contains { field in
            field.splitBytes(at: ",").contains { $0.trimmingBlanks().matchesIgnoringASCIICase("close") }
        }
    }
}
