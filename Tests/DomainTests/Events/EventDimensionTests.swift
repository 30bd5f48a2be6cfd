import Foundation
import Testing

@testable import Domain

struct EventDimensionTests {
    @Test func `each dimension has a name, a label and a place of its own`() {
        let all = EventDimension.allCases.map(\.definition)

        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.labelKey)).count == all.count)
        #expect(Set(all.map { "\($0.storage)" }).count == all.count)
    }

    @Test func `a name means one dimension in each format, and in the native one together with OpenTelemetry`() {
        let names = EventDimension.allCases.map(\.definition.wireNames)

        for all in [names.flatMap { $0.native + $0.otlp }, names.flatMap(\.otlp), names.flatMap(\.sentry)] {
            #expect(Set(all).count == all.count)
        }
    }

    @Test func `what clients choose has a name in the native format and in the schema`() {
        for dimension in EventDimension.texts {
            #expect(dimension.definition.wireNames.native.first != nil, "\(dimension)")
            #expect(!dimension.definition.summary.isEmpty && dimension.definition.sentExample != nil, "\(dimension)")
        }
    }

    @Test func `the guide to OpenTelemetry names the attributes of each dimension`() {
        let guide = Guide.lines("opentelemetry.md").joined(separator: "\n")

        for dimension in EventDimension.allCases {
            // The name of an event is a field of the record.
            for name in dimension.definition.wireNames.otlp where name != "event.name" {
                #expect(guide.contains("`\(name)`"), "\(name)")
            }
        }
    }

    @Test func `the guide to Sentry has a row with each dimension`() throws {
        let guide = Guide.lines("sentry-clients.md")
        let start = try #require(guide.firstIndex(of: "| Of an event | Is read from |"))
        let rows = guide[start...].prefix { $0.hasPrefix("|") }
        let labels = rows.compactMap { $0.split(separator: "|").first }.flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }

        for dimension in EventDimension.allCases where !dimension.definition.wireNames.sentry.isEmpty {
            let label = dimension == .osVersion ? "system version" : dimension.name.replacing("_", with: " ")
            #expect(labels.contains(label), "\(dimension)")
        }
    }

    /// The fingerprints of stored shapes depend on these places.
    @Test func `the values of a shape keep their places, and further ones are added at the end`() {
        let places = EventDimension.allCases.compactMap { dimension -> (name: String, place: Int)? in
            guard case .shape(let column, let place) = dimension.definition.storage else { return nil }
            return (column.description, place)
        }.sorted { $0.place < $1.place }

        #expect(places.map(\.place) == Array(places.indices))
        #expect(
            places.prefix(14).map(\.name) == [
                "source", "stage", "outcome", "code", "provider", "platform", "app_version", "os_version",
                "device_model", "environment", "name", "network", "build", "app_state",
            ]
        )
    }

    @Test func `events are counted and filtered only by what the database finds`() {
        for dimension in EventDimension.facets {
            guard case .shape = dimension.definition.storage else {
                Issue.record("\(dimension) is no column of the shapes")
                continue
            }
        }
        for dimension in EventDimension.filtered {
            if case .number = dimension.definition.storage { Issue.record("\(dimension) cannot be searched") }
        }
    }
}
