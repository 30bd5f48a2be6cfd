import Domain
import HTTPTypes
import StrictJSON

/// The parts of a user agent (RFC 9110 §10.1.5) as an app on an Apple system writes it:
/// `Stories/2.4.0 (iPhone; iOS 18.1; Scale/3.00)` or `Stories/87 CFNetwork/1568.200.51 Darwin/24.1.0`.
struct AppUserAgent: Sendable, Hashable {
    private(set) var appVersion: String?
    private(set) var osVersion: String?
    private(set) var model: String?

    private static let systems = ["iOS ", "iPadOS ", "macOS ", "tvOS ", "watchOS ", "visionOS "]
    private static let models = ["iPhone", "iPad", "iPod", "Mac", "Apple TV", "Apple Watch"]

    /// The user agent of a browser is unreliable, so nothing is derived from it.
    init(_ text: String) {
        let text = text.beginning(ofBytes: Device.userAgentMaximumBytes)[...]
        guard !text.hasBytePrefix("Mozilla/") else { return }
        readComment(of: text)
        guard osVersion != nil || text.containsBytes(of: " CFNetwork/") else { return }
        let product = text.splitBytes(at: " ", maximumSplits: 1)[0]
        if let slash = product.utf8.lastIndex(of: UInt8(ascii: "/")) {
            appVersion = String(product[product.utf8.index(after: slash)...])
        }
    }

    private mutating func readComment(of text: Substring) {
        guard let start = text.utf8.firstIndex(of: UInt8(ascii: "(")),
            let end = text.utf8[start...].firstIndex(of: UInt8(ascii: ")"))
        else {
            return
        }
        for part in text[text.utf8.index(after: start)..<end].splitBytes(at: ";", keepingEmpty: false).map({
            $0.trimmingBlanks()
        }) {
            if let system = Self.systems.first(where: { part.hasBytePrefix($0) }) {
                osVersion = String(part[part.utf8.index(part.startIndex, offsetBy: system.utf8.count)...])
            }
            if model == nil, Self.models.contains(where: { part.hasBytePrefix($0) }) { model = part }
        }
    }
}
