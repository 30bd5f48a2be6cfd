import Domain
import Foundation
import StrictJSON

/// Maps `session` and `sessions` items to runs of an app.
struct SentryRunMapper {
    /// The runs of one minute, and their number of errors: a larger number is the client's fault.
    static let maximumCount = 1_000_000
    private static let maximumSeconds = 366.0 * 86_400

    let times: SentryTimes

    /// Maps a `session` item, which has the whole state of one run.
    /// - Parameter id: returns the id of a run that has none.
    func run(_ payload: JSONObject, id: () -> EventIdentifier) throws(ItemError) -> AppRun {
        let started = try start(payload, "session")
        let attributes = try Attributes(payload, "session")
        let at = times.time(payload["timestamp"]) ?? times.fallback
        let isInitial = payload["init"]?.boolValue ?? false
        let identifier = payload["sid"].flatMap(EventText.text).flatMap { EventIdentity.id($0) } ?? id()
        return AppRun(
            id: AppRun.ID(identifier.id.uuid),
            hasDerivedID: identifier.isDerived,
            installation: Self.installation(payload),
            status: payload["status"].map(Self.status) ?? .ok,
            isInitial: isInitial,
            sequence: isInitial ? 0 : max(0, payload["seq"]?.integerValue ?? at.milliseconds),
            startedAt: started,
            at: at,
            duration: duration(payload["duration"]),
            errors: Self.count(payload["errors"]),
            release: attributes.release,
            environment: attributes.environment
        )
    }

    /// Maps the `aggregates` of a `sessions` item.
    func counts(_ bucket: JSONObject, _ attributes: Attributes) throws(ItemError) -> AppRunCounts {
        AppRunCounts(
            startedAt: try start(bucket, "aggregates"),
            installation: Self.installation(bucket),
            exited: Self.count(bucket["exited"]),
            errored: Self.count(bucket["errored"]),
            abnormal: Self.count(bucket["abnormal"]),
            unhandled: Self.count(bucket["unhandled"]),
            crashed: Self.count(bucket["crashed"]),
            release: attributes.release,
            environment: attributes.environment
        )
    }

    /// The attributes that all runs of an item share.
    struct Attributes {
        let release: AppRelease
        let environment: String?

        init(_ payload: JSONObject, _ name: String) throws(ItemError) {
            let attributes = payload["attrs"]
            guard let release = attributes?["release"]?.stringValue.flatMap({ AppRelease(sentry: $0) }) else {
                throw ItemError(code: "missing_field", message: "\(name).attrs.release is missing.")
            }
            self.release = release
            environment = attributes?["environment"]?.stringValue.flatMap { text in
                text.isEmpty ? nil : EventText.clipped(text, EventDimension.environment.definition.maximumBytes)
            }
        }
    }

    private func start(_ object: JSONObject, _ name: String) throws(ItemError) -> Timestamp {
        guard let value = object["started"], !value.isNull else {
            throw ItemError(code: "missing_field", message: "\(name).started is missing.")
        }
        guard let time = times.time(value) else {
            throw ItemError(code: "bad_value", message: "\(name).started is no time of this century until next year.")
        }
        return time
    }

    private func duration(_ value: JSONValue?) -> Duration? {
        guard let seconds = value?.doubleValue, (0...Self.maximumSeconds).contains(seconds) else { return nil }
        return Int64(exactly: (seconds * 1000).rounded()).map { .milliseconds($0) }
    }

    private static func installation(_ object: JSONObject) -> String? {
        guard let text = object["did"].flatMap(EventText.text), !text.isEmpty else { return nil }
        return EventText.clipped(text, EventLimits.dimensionBytes)
    }

    private static func status(_ value: JSONValue) -> AppRun.Status {
        guard let text = value.stringValue else { return .other }
        return AppRun.Status.allCases.first { $0.rawValue.hasSameBytes(as: text) } ?? .other
    }

    private static func count(_ value: JSONValue?) -> Int {
        Int(min(max(value?.integerValue ?? 0, 0), Int64(maximumCount)))
    }
}
