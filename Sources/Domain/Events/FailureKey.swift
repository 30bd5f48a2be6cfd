import StrictJSON

/// What events of one failure have in common: the facts of its fingerprint.
///
/// Version 1: stage, canonical code, the outermost error, the deepest underlying error, the server's code and the class
/// of the HTTP status. The message, the release, the device, the language and the user are not part of it, so that one
/// cause is one failure.
public struct FailureKey: Sendable, Hashable {
    /// The version of the rules above; stored with each failure.
    public static let version = 1

    /// A domain and a code, as the client sent them.
    public struct Pair: Sendable, Hashable {
        public let domain: String
        public let code: String

        public init(domain: String, code: String) {
            self.domain = domain
            self.code = code
        }
    }

    public let stage: Stage
    /// The canonical code.
    public let code: String
    public var root: Pair?
    /// Nil when the error has no underlying one.
    public var cause: Pair?
    /// The canonical code that the server's answer stands for.
    public var serverCode: String?
    /// 4 for 404.
    public var httpClass: Int?

    public init(stage: Stage, code: String) {
        self.stage = stage
        self.code = code
    }

    /// The failure without the texts that clients choose: there are few of these.
    public var folded: FailureKey {
        var key = FailureKey(stage: stage, code: code)
        key.serverCode = serverCode
        key.httpClass = httpClass
        return key
    }

    /// The values of the fingerprint, in its order.
    public var values: [String?] {
        [
            stage.rawValue, code, root?.domain, root?.code, cause?.domain, cause?.code, serverCode,
            httpClass.map { "\($0)" },
        ]
    }

    /// Compares by bytes: texts that Unicode calls equivalent differ here, as they do in the fingerprint.
    public static func == (left: FailureKey, right: FailureKey) -> Bool {
        left.values.elementsEqual(right.values) { left, right in
            switch (left, right) {
            case (nil, nil): true
            case (let left?, let right?): left.hasSameBytes(as: right)
            default: false
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        for value in values { hasher.combine(value.map(ByteText.init(_:))) }
    }
}

extension FailureKey {
    /// Identifies a failure of a tenant: its fingerprint.
    public typealias ID = Identifier<FailureKey>
}
