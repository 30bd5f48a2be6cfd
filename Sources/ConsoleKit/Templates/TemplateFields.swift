import Foundation

/// A view as the template engine reads it fastest: each struct taken apart once into a dictionary of its fields.
///
/// The engine would otherwise reflect every struct on its stack anew for every tag, and a field without a value would
/// let the search go on in the struct around it and show a namesake from there. Here such a field is present and empty.
enum TemplateFields {
    static func of(_ view: Any) -> Any {
        switch view {
        case is String, is Bool, is SafeHTML: return view
        default: break
        }
        let mirror = Mirror(reflecting: view)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { of($0.value) } ?? NSNull()
        case .collection:
            return mirror.children.map { of($0.value) }
        case .struct:
            var fields = [String: Any](minimumCapacity: mirror.children.count)
            for child in mirror.children {
                guard let label = child.label else { continue }
                fields[label] = of(child.value)
            }
            return fields
        default:
            preconditionFailure("a view holds texts, booleans, views and lists of them, not \(type(of: view))")
        }
    }
}
