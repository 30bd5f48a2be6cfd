import Foundation

@testable import ConsoleKit
@testable import ManagementAPI

/// Follows a template's tags through a sample view, as the engine would, and notes which field each tag finds.
struct TagWalk {
    let texts: [String: String]
    private(set) var problems: [String] = []
    /// Fields that a tag named, and all fields that were met, by the name of their view.
    private(set) var used: [String: Set<String>] = [:]
    private(set) var fields: [String: Set<String>] = [:]

    private struct Place {
        var tags: [TemplateTags.Tag]
        var index = 0
        let name: String
    }

    init(texts: [String: String]) {
        self.texts = texts
    }

    mutating func page(_ view: any ConsoleView) {
        meet(view)
        run(type(of: view).template, stack: [view], blocks: [:])
    }

    private mutating func run(_ template: String, stack: [Any], blocks: [String: ArraySlice<TemplateTags.Tag>]) {
        let tags = TemplateTags(of: texts[template] ?? "").tags
        walk(tags[...], of: template, stack: stack, blocks: blocks)
    }

    private mutating func walk(
        _ tags: ArraySlice<TemplateTags.Tag>,
        of template: String,
        stack: [Any],
        blocks: [String: ArraySlice<TemplateTags.Tag>]
    ) {
        var rest = tags
        while let tag = rest.popFirst() {
            switch tag {
            case .variable(let name): shown(name, of: template, stack: stack, isRaw: false)
            case .unescaped(let name): shown(name, of: template, stack: stack, isRaw: true)
            case .section(let name):
                let inside = Self.inside(name, &rest)
                guard let value = find(name, of: template, stack: stack) else { continue }
                for item in Self.items(value) {
                    meet(item)
                    walk(inside, of: template, stack: item is Bool ? stack : stack + [item], blocks: blocks)
                }
            case .inverted(let name):
                let inside = Self.inside(name, &rest)
                _ = find(name, of: template, stack: stack)
                walk(inside, of: template, stack: stack, blocks: blocks)
            case .parent(let name):
                var inside = Self.inside(name, &rest)
                var given: [String: ArraySlice<TemplateTags.Tag>] = [:]
                while let tag = inside.popFirst() {
                    if case .block(let block) = tag { given[block] = Self.inside(block, &inside) }
                }
                run(name, stack: stack, blocks: given)
            case .block(let name):
                let standard = Self.inside(name, &rest)
                walk(blocks[name] ?? standard, of: template, stack: stack, blocks: blocks)
            case .partial(let name): run(name, stack: stack, blocks: blocks)
            case .end(let name): problems.append("\(template): {{/\(name)}} closes nothing")
            case .other: break
            }
        }
    }

    /// The tags up to the end of a section, which is taken too.
    private static func inside(
        _ name: String,
        _ rest: inout ArraySlice<TemplateTags.Tag>
    ) -> ArraySlice<TemplateTags.Tag> {
        var depth = 0
        for index in rest.indices {
            switch rest[index] {
            case .section, .inverted, .parent, .block: depth += 1
            case .end(name) where depth == 0:
                let inside = rest[rest.startIndex..<index]
                rest = rest[(index + 1)...]
                return inside
            case .end: depth -= 1
            default: break
            }
        }
        return []
    }

    private mutating func shown(_ name: String, of template: String, stack: [Any], isRaw: Bool) {
        guard let value = find(name, of: template, stack: stack) else { return }
        let found = Self.unwrapped(value)
        let isShowable = found == nil || found is String || (isRaw && found is SafeHTML)
        if !isShowable { problems.append("\(template): {{\(name)}} is a \(type(of: value)), not a text") }
        if isRaw, !(found is SafeHTML) { problems.append("\(template): {{{\(name)}}} is not safe") }
    }

    private mutating func find(_ name: String, of template: String, stack: [Any]) -> Any? {
        if name == "." { return stack.last }
        let names = name.split(separator: ".").map(String.init)
        for object in stack.reversed() {
            guard let first = child(names[0], of: object) else { continue }
            var value = first
            for next in names.dropFirst() {
                guard let inner = Self.unwrapped(value) else { return Optional<Any>.none as Any }
                meet(inner)
                guard let deeper = child(next, of: inner) else {
                    problems.append("\(template): {{\(name)}} has no field")
                    return nil
                }
                value = deeper
            }
            return value
        }
        problems.append("\(template): {{\(name)}} has no field")
        return nil
    }

    private mutating func child(_ name: String, of object: Any) -> Any? {
        guard Mirror(reflecting: object).displayStyle == .struct, !(object is String), !(object is SafeHTML),
            let found = Mirror(reflecting: object).children.first(where: { $0.label == name })
        else { return nil }
        used["\(type(of: object))", default: []].insert(name)
        return found.value
    }

    private mutating func meet(_ object: Any) {
        let mirror = Mirror(reflecting: object)
        guard mirror.displayStyle == .struct, !(object is String), !(object is SafeHTML) else { return }
        fields["\(type(of: object))", default: []].formUnion(mirror.children.compactMap(\.label))
    }

    private static func items(_ value: Any) -> [Any] {
        guard let value = unwrapped(value) else { return [] }
        return (value as? [Any]) ?? [value]
    }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first?.value
    }
}
