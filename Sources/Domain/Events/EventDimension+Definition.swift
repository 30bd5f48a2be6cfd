extension EventDimension {
    /// One row of the table of dimensions.
    public struct Definition: Sendable {
        /// The name in the API: a member of an event, a filter, a facet.
        public let name: String
        /// The names by which clients send it; none when the server sets it.
        public let wireNames: WireNames
        public let values: Values
        public let scrubbing: EventScrubbing
        /// The size of a value, in UTF-8 bytes; the decoder cuts a longer one.
        public let maximumBytes: Int
        public let storage: Storage
        public let filter: Filter
        /// Whether events can be counted by its values.
        public let isFacet: Bool
        /// Describes it in the schema of a sent event.
        public let summary: String
        /// A value for the API description.
        public let example: String?
        /// A value for the schema of a sent event.
        public let sentExample: String?

        /// The key of its label in the text catalogue.
        public var labelKey: TextKey {
            let part = name.replacing("_", with: "-")
            return TextKey("events.dimension.\(part)")
        }

        init(
            _ name: String,
            wireNames: WireNames = WireNames(),
            values: Values = .text,
            scrubbing: EventScrubbing = .none,
            maximumBytes: Int = EventLimits.dimensionBytes,
            storage: Storage,
            filter: Filter = .none,
            isFacet: Bool = false,
            summary: String = "",
            example: String? = nil,
            sentExample: String? = nil
        ) {
            self.name = name
            self.wireNames = wireNames
            self.values = values
            self.scrubbing = scrubbing
            self.maximumBytes = maximumBytes
            self.storage = storage
            self.filter = filter
            self.isFacet = isFacet
            self.summary = summary
            self.example = example
            self.sentExample = sentExample ?? example
        }
    }

    /// The names of a dimension in each wire format.
    public struct WireNames: Sendable, Hashable {
        /// The names of the native format. It also takes those of OpenTelemetry.
        public var native: [String] = []
        /// Attributes of a resource or a log record (OpenTelemetry semantic conventions, and `auth.*`).
        public var otlp: [String] = []
        /// Paths in the payload of a Sentry event; the first with a text counts. `release.version` and `release.build` are
        /// parts of its `release`, and `contexts.app.in_foreground` is a Boolean.
        public var sentry: [String] = []
    }

    /// The values that a dimension can have.
    public enum Values: Sendable, Hashable {
        /// A closed set; the event has a property with its type.
        case choice([String])
        /// Any text that a client chooses; kept in `EventContent.texts`.
        case text
        /// The canonical code, which the classifier assigns.
        case cause
        /// A W3C trace id.
        case traceID
        /// A whole number of milliseconds; `EventContent.duration`.
        case milliseconds

        static func choice<Choice: CaseIterable & RawRepresentable>(_: Choice.Type) -> Values
        where Choice.RawValue == String {
            .choice(Choice.allCases.map(\.rawValue))
        }
    }

    /// The place in the events database.
    public enum Storage: Sendable {
        /// A column of `shapes`. `place` is the place of the value in the fingerprint of a shape: it never changes, and
        /// a new dimension takes the next one.
        case shape(_ column: StaticString, place: Int)
        /// An indexed column of `events` with the number that `subjects` gives to the value.
        case row(_ column: StaticString)
        /// A column of `events` with a number, without an index.
        case number(_ column: StaticString)
    }

    /// Where events can be filtered by a dimension, with the description of the filter in the API.
    public enum Filter: Sendable, Hashable {
        case none
        case api(String)
        /// In the API and in the console.
        case everywhere(String)
    }
}
