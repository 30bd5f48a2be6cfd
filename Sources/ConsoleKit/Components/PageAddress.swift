import Domain
import Foundation

/// The path and query of a page. Links to variations of the page are made from it.
package struct PageAddress: Sendable, Hashable {
    private struct Parameter: Sendable, Hashable {
        let name: String
        let value: String
    }

    private let path: String
    private var parameters: [Parameter] = []

    package init(_ path: String) { self.path = path }

    /// - Parameter parameters: those without a value, or with an empty one, are left out.
    package init(_ path: String, _ parameters: KeyValuePairs<String, String?>) {
        self.path = path
        self.parameters = parameters.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : Parameter(name: name, value: $0) }
        }
    }

    /// Returns the address with one parameter set, or removed if the value is nil or empty.
    package func with(_ name: String, _ value: String?) -> PageAddress {
        var other = self
        other.parameters.removeAll { $0.name == name }
        if let value, !value.isEmpty { other.parameters.append(Parameter(name: name, value: value)) }
        return other
    }

    package func without(_ names: String...) -> PageAddress {
        names.reduce(self) { $0.with($1, nil) }
    }

    /// The parameters as hidden fields of a form.
    package var fields: [HiddenFieldView] { parameters.map { HiddenFieldView(name: $0.name, value: $0.value) } }

    /// The URL for a link.
    package var href: String {
        guard !parameters.isEmpty else { return path }
        return path + "?"
            + parameters.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// Percent-encodes all but the unreserved characters (RFC 3986 §2.3).
    package static func encoded(_ text: String) -> String {
        // Every text has a percent-encoded form: Swift strings hold no lone surrogates.
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// The link to the next page of a list, and the range that is shown.
package struct PagerView: Sendable {
    package let summary: String
    package let newer: String?
    package let older: String?
    /// Whether the list has another page.
    let hasPages: Bool

    package init(summary: String, newer: String?, older: String?) {
        self.summary = summary
        self.newer = newer
        self.older = older
        hasPages = newer != nil || older != nil
    }
}

extension PagerView {
    /// - Parameters:
    ///   - address: the address without a cursor.
    ///   - order: the text key of the order, such as `newest first`.
    package init<Item>(_ page: Page<Item>, at address: PageAddress, order: TextKey, _ texts: Texts) {
        let count = page.items.count
        self.init(
            summary: count == 0 ? "" : texts("common.shown", count: count, ["order": .text(texts(order))]),
            newer: page.previous.map { address.with("cursor", $0.text).href },
            older: page.next.map { address.with("cursor", $0.text).href }
        )
    }
}
