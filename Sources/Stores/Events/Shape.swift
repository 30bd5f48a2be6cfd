import Crypto
import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// The combination of facts that many events share; stored once.
struct Shape: Hashable, Sendable {
    /// Replaces a value over the limit.
    static let other = "other"

    let source: EventSource
    let stage: Stage
    let outcome: Outcome
    let code: String?
    let provider: String?
    let platform: String?
    let appVersion: String?
    let osVersion: String?
    let deviceModel: String?
    let environment: String?

    init(_ event: EventToStore) {
        let content = event.content
        source = content.source
        stage = content.stage
        outcome = content.outcome
        code = event.code
        provider = content.provider
        platform = content.platform
        appVersion = content.appVersion
        osVersion = content.osVersion
        deviceModel = content.deviceModel
        environment = content.environment
    }

    /// Compares by bytes: texts that Unicode calls equivalent differ here, as they do in the fingerprint.
    static func == (left: Shape, right: Shape) -> Bool {
        left.source == right.source && left.stage == right.stage && left.outcome == right.outcome
            && left.texts == right.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(stage)
        hasher.combine(outcome)
        hasher.combine(texts)
    }

    private var texts: [ByteText?] {
        [code, provider, platform, appVersion, osVersion, deviceModel, environment].map { $0.map(ByteText.init(_:)) }
    }

    /// The shape with every value that a client can choose freely folded into `other`: there are few of these.
    var folded: Shape {
        Shape(
            source: source,
            stage: stage,
            outcome: outcome,
            code: code,
            provider: Self.fold(provider),
            platform: Self.fold(platform),
            appVersion: Self.fold(appVersion),
            osVersion: Self.fold(osVersion),
            deviceModel: Self.fold(deviceModel),
            environment: Self.fold(environment)
        )
    }

    private init(
        source: EventSource,
        stage: Stage,
        outcome: Outcome,
        code: String?,
        provider: String?,
        platform: String?,
        appVersion: String?,
        osVersion: String?,
        deviceModel: String?,
        environment: String?
    ) {
        self.source = source
        self.stage = stage
        self.outcome = outcome
        self.code = code
        self.provider = provider
        self.platform = platform
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.deviceModel = deviceModel
        self.environment = environment
    }

    private static func fold(_ value: String?) -> String? { value == nil ? nil : other }

    /// The first 16 bytes of a SHA-256 over all values.
    var fingerprint: Data {
        var hash = SHA256()
        let values = [
            source.rawValue, stage.rawValue, outcome.rawValue, code, provider, platform, appVersion, osVersion,
            deviceModel, environment,
        ]
        for value in values {
            hash.update(data: Data([value == nil ? 0 : 1]))
            hash.update(data: Data((value ?? "").utf8))
            hash.update(data: Data([0xFF]))
        }
        return Data(hash.finalize().prefix(16))
    }

    static let columns: SQL =
        """
        s.source AS source, s.stage AS stage, s.outcome AS outcome, s.code AS code, s.provider AS provider, s.platform AS platform,
        s.app_version AS app_version, s.os_version AS os_version, s.device_model AS device_model, s.environment AS environment
        """

    init(_ row: Row) throws {
        self.init(
            source: try row.get("source"),
            stage: try row.get("stage"),
            outcome: try row.get("outcome"),
            code: try row.find("code"),
            provider: try row.find("provider"),
            platform: try row.find("platform"),
            appVersion: try row.find("app_version"),
            osVersion: try row.find("os_version"),
            deviceModel: try row.find("device_model"),
            environment: try row.find("environment")
        )
    }

    func insert(id: Int, tenant: Int, at moment: Timestamp, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO shapes (tenant_id, id, fingerprint, source, stage, outcome, code, provider, platform, app_version, os_version,
                device_model, environment, created_at)
            VALUES (\(tenant), \(id), \(fingerprint), \(source), \(stage), \(outcome), \(code), \(provider), \(platform), \(appVersion),
                \(osVersion), \(deviceModel), \(environment), \(moment))
            """
        )
    }
}
