import Domain
import HTTPTypes
import StrictJSON

/// Reads the device of a request.
extension Device {
    static let textMaximumBytes = 128
    static let userAgentMaximumBytes = 512

    /// Reads `x-device-name`, `x-device-model`, `x-os-version`, `x-app-version` and `User-Agent`; missing values are
    /// derived from the user agent where possible. Invisible characters are escaped, longer texts truncated.
    package init(headers: HTTPFields) {
        let agent = headers[.userAgent].map { AppUserAgent($0) }
        self.init(
            name: Self.bounded(headers[.xDeviceName]),
            model: Self.bounded(headers[.xDeviceModel] ?? agent?.model),
            osVersion: Self.bounded(headers[.xOSVersion] ?? agent?.osVersion),
            appVersion: Self.bounded(headers[.xAppVersion] ?? agent?.appVersion),
            userAgent: Self.bounded(headers[.userAgent], to: Self.userAgentMaximumBytes)
        )
    }

    private static func bounded(_ text: String?, to maximumBytes: Int = textMaximumBytes) -> String? {
        guard let text, !text.isEmpty else { return nil }
        var visible = ""
        for character in VisibleText.escaped(text.beginning(ofBytes: maximumBytes)) {
            guard visible.utf8.count + character.utf8.count <= maximumBytes else { break }
            visible.append(character)
        }
        return visible
    }
}

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
        else { return }
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
