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

extension HTTPField.Name {
    // Valid tokens, as every field name is.
    static let xDeviceName = HTTPField.Name("x-device-name")!
    static let xDeviceModel = HTTPField.Name("x-device-model")!
    static let xOSVersion = HTTPField.Name("x-os-version")!
    static let xAppVersion = HTTPField.Name("x-app-version")!
}
