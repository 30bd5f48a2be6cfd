/// An SVG element tree that can hold nothing but shapes, texts and links to our own pages.
///
/// Element and attribute names are literals of the program; every value is escaped.
package struct SVGDrawing: Sendable {
    package enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)
        /// A part of the width or height of the drawing, from 0 to 1.
        case share(Double)

        package init(stringLiteral value: String) { self = .text(value) }
        package init(integerLiteral value: Int) { self = .number(Double(value)) }
    }

    private(set) var markup = ""

    package init() {}

    /// - Parameter attributes: in the order in which they are written.
    package mutating func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, Value> = [:],
        text: String? = nil
    ) {
        open(name, attributes)
        if let text { markup += StrictHTMLEscaping.escaped(text) }
        markup += "</\(name)>"
    }

    package mutating func group(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, Value> = [:],
        content: (inout SVGDrawing) -> Void
    ) {
        open(name, attributes)
        content(&self)
        markup += "</\(name)>"
    }

    private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, Value>) {
        markup += "<\(name)"
        for (attribute, value) in attributes {
            markup += " \(attribute)=\"\(Self.written(value))\""
        }
        markup += ">"
    }

    private static func written(_ value: Value) -> String {
        switch value {
        case .text(let text): StrictHTMLEscaping.escaped(text)
        case .number(let number): rounded(number)
        case .share(let share): "\((share * 10000).rounded() / 100)%"
        }
    }

    /// At most one digit after the point: a tenth of a unit is finer than a screen shows.
    private static func rounded(_ number: Double) -> String {
        let tenths = (number * 10).rounded()
        let whole = Int(tenths / 10)
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? String(whole) : String(tenths / 10)
    }
}
