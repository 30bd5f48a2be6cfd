import Domain
import StrictJSON
import WebCore

extension Fields {
    /// Reads a list of objects, each with fields of its own; their errors are recorded as `texts[2].code`.
    mutating func objects<Item>(
        _ name: String,
        _ object: JSONObject,
        maximum: Int,
        _ read: (inout Fields, JSONObject) -> Item?
    ) -> [Item]? {
        guard let value = take(name) else { return nil }
        guard case .list = value, let elements = object[name]?.arrayValue else {
            record(name, .wrongType(expected: .english("a list")))
            return nil
        }
        guard elements.count <= maximum else {
            record(name, .malformed(.english("Send at most \(maximum) values.")))
            return nil
        }
        var items: [Item] = []
        for (place, element) in elements.enumerated() {
            guard let members = element.objectValue else {
                record("\(name)[\(place)]", .wrongType(expected: .english("an object")))
                continue
            }
            var fields = Fields(members)
            let item = read(&fields, members)
            do { try fields.finish() } catch {
                guard case .invalid(let problems) = error else { continue }
                for problem in problems { record("\(name)[\(place)].\(problem.field)", problem.rule) }
            }
            if let item { items.append(item) }
        }
        return items
    }
}
