import Domain
import HTTPTypes

/// What a request tells of the device that it comes from.
extension Device {
    static let textMaximumBytes = 128
    static let userAgentMaximumBytes = 512

    /// Reads `x-device-name`, `x-device-model`, `x-os-version`, `x-app-version` and `User-Agent`; what an app does not send is
    /// taken from its user agent where that can be read. Characters that nobody can see are written out, longer texts cut.
    init(headers: HTTPFields) {
        let agent = headers[.userAgent].map { AppUserAgent($0) }
        self.init(
            name: Self.bounded(headers[.xDeviceName]),
            model: Self.bounded(headers[.xDeviceModel] ?? agent?.model),
            osVersion: Self.bounded(headers[.xOSVersion] ?? agent?.osVersion),
            appVersion: Self.bounded(headers[.xAppVersion] ?? agent?.appVersion),
            userAgent: Self.bounded(headers[.userAgent], to: Self.userAgentMaximumBytes))
    }

    private static func bounded(_ text: String?, to maximumBytes: Int = textMaximumBytes) -> String? {
        guard let text, !text.isEmpty else { return nil }
        var visible = ""
        for character in VisibleText.escaped(String(text.prefix(maximumBytes))) {
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

    /// A browser says little that is true of itself, so of its user agent nothing is taken.
    init(_ text: String) {
        let text = text.prefix(Device.userAgentMaximumBytes)
        guard !text.hasPrefix("Mozilla/") else { return }
        readComment(of: text)
        guard osVersion != nil || text.contains(" CFNetwork/") else { return }
        let product = text.prefix { $0 != " " }
        if let slash = product.lastIndex(of: "/") { appVersion = String(product[product.index(after: slash)...]) }
    }

    private mutating func readComment(of text: Substring) {
        guard let start = text.firstIndex(of: "("), let end = text[start...].firstIndex(of: ")") else { return }
        for part in text[text.index(after: start)..<end].split(separator: ";").map({ $0.trimming(" ") }) {
            if let system = Self.systems.first(where: part.hasPrefix) { osVersion = String(part.dropFirst(system.count)) }
            if model == nil, Self.models.contains(where: part.hasPrefix) { model = part }
        }
    }
}

extension HTTPField.Name {
    // Constants that are tokens, as every field name is.
    static let xDeviceName = HTTPField.Name("x-device-name")!
    static let xDeviceModel = HTTPField.Name("x-device-model")!
    static let xOSVersion = HTTPField.Name("x-os-version")!
    static let xAppVersion = HTTPField.Name("x-app-version")!
}
