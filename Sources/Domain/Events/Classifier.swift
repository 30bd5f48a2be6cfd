import StrictJSON

/// Assigns the canonical cause to an event, and corrects an outcome that the error contradicts.
///
/// The order of the rules: a cancellation takes precedence; the outermost known error decides whether there is one, and
/// the deepest known error decides the cause; a server's code beats an HTTP status, which beats an error of the
/// transport. The tables are those of `KnownErrors`. The tenant's own rules apply to the errors of clients that no table
/// has.
public enum Classifier {
    public static let unclassified = "unclassified"
    static let unknownSheetError = "apple.sheet.unclassified"
    /// The codes of errors that no table has.
    public static let unknownCodes = [unclassified, unknownSheetError]
    /// A cancellation that no user made: nothing could be shown, or there was no choice to offer.
    static let nothingToShow = "apple.sheet.no_ui_or_no_credential"

    /// What the classifier says of an event.
    struct Verdict: Hashable {
        /// The outcome that follows from the error: a cancellation reported as failed is `cancelled`, and one that hides
        /// another error is `skipped`; what the user can correct, such as a wrong password, is `rejected`. Every other
        /// outcome stays as the client sent it.
        let outcome: Outcome
        /// Nil when there is no error to classify: a success, or a cancelled or skipped step without an error.
        /// `unclassified` for a failure that no table has.
        let code: String?
    }

    public static func isUnknown(_ code: String) -> Bool { unknownCodes.contains(where: code.hasSameBytes) }

    static func verdict(on event: EventContent, rules: CauseRules = .none) -> Verdict {
        let verdict = verdictByRules(event, rules)
        guard verdict.outcome == .failed, let code = verdict.code, let entry = CauseCatalogue.entry(code),
            entry.isMistake, entry.code.hasSameBytes(as: code)
        else { return verdict }
        return Verdict(outcome: .rejected, code: code)
    }

    private static func verdictByRules(_ event: EventContent, _ rules: CauseRules) -> Verdict {
        let verdict = verdictOfProgram(event)
        guard event.source == .client, let code = verdict.code, isUnknown(code), let error = event.error,
            let assigned = rules.rule(for: error, at: event.stage)?.assigned
        else { return verdict }
        let isCancelled = assigned.outcome == .cancelled && verdict.outcome != .success
        return Verdict(outcome: isCancelled ? .cancelled : verdict.outcome, code: assigned.code)
    }

    private static func verdictOfProgram(_ event: EventContent) -> Verdict {
        let verdict = verdictByTables(event)
        guard event.source == .client, let code = verdict.code, CauseCatalogue.isContradiction(code) else {
            return verdict
        }
        // Only the server finds contradictions.
        return Verdict(outcome: verdict.outcome, code: unclassified)
    }

    private static func verdictByTables(_ event: EventContent) -> Verdict {
        guard let error = event.error, !error.isOnlyMessage else {
            return Verdict(outcome: event.outcome, code: codeWithoutError(event))
        }
        let causes = KnownCauses(error)
        if isHiddenFailure(event, causes) {
            return Verdict(outcome: event.outcome == .success ? .success : .skipped, code: nothingToShow)
        }
        if let root = causes.root, root.isCancellation, !(root.isVague && causes.hasOtherThanCancellationBeneath) {
            return Verdict(outcome: event.outcome == .success ? .success : .cancelled, code: root.canonical)
        }
        let code = serverCode(event) ?? cause(causes, httpStatus(event)) ?? unknown(error)
        return Verdict(outcome: event.outcome, code: ofPortal(event, atApple(event, code)))
    }

    private static func codeWithoutError(_ event: EventContent) -> String? {
        switch event.outcome {
        case .success, .skipped, .info: nil
        case .cancelled: event.stage == .appleSheet ? "apple.sheet.cancelled" : nil
        case .rejected, .failed, .degraded, .inconsistent:
            atApple(
                event,
                serverCode(event) ?? httpStatus(event).flatMap(KnownErrors.standard.canonical(ofStatus:))
                    ?? unclassified
            )
        }
    }

    /// Apple's sheet answers "canceled" too when it had nothing to show: a silent request, an answer faster than any
    /// user, another underlying error.
    private static func isHiddenFailure(_ event: EventContent, _ causes: KnownCauses) -> Bool {
        guard causes.root?.canonical == "apple.sheet.cancelled" else { return false }
        if causes.hasOtherThanCancellationBeneath { return true }
        let attributes = AttributeReader(event.attributes)
        if attributes.bool(named: "auth.silent") == true { return true }
        guard attributes.bool(named: "auth.user_gesture") == false,
            let elapsed = attributes.integer(named: ["auth.elapsed_ms"])
        else { return false }
        return elapsed < 300
    }

    /// Returns the deepest error that a table has; an HTTP status is preferred to errors of the transport and to vague
    /// ones.
    private static func cause(_ causes: KnownCauses, _ status: Int?) -> String? {
        if let code = causes.serverCode { return code }
        let byStatus = status.flatMap(KnownErrors.standard.canonical(ofStatus:))
        guard let strongest = causes.deepest else { return byStatus }
        return strongest.isTransport || strongest.isVague ? byStatus ?? strongest.canonical : strongest.canonical
    }

    private static func unknown(_ error: EventError) -> String {
        KnownErrors.standard.family(error.domain)?.kind == .appleSheet ? unknownSheetError : unclassified
    }

    /// A transport error between this server and Apple's counts as an error of Apple's.
    private static func atApple(_ event: EventContent, _ code: String) -> String {
        guard event.stage == .appleVerify else { return code }
        return ["http.upstream", "server.error", "server.timeout", "net.timeout"].contains(code)
            ? "apple.server.unavailable" : code
    }

    /// A page where data was expected comes from the network, not from the server.
    private static func ofPortal(_ event: EventContent, _ code: String) -> String {
        guard ["client.decode", "net.undecodable"].contains(code),
            let type = AttributeReader(event.attributes).text(named: [
                "http.response.header.content-type", "http.response.content_type", "content_type",
            ])
        else { return code }
        // OpenTelemetry gives a list of the header's values.
        let isPage = ["text/html", "[\"text/html"].contains { type.lowercasedASCII().hasBytePrefix($0) }
        return isPage ? "net.captive_portal" : code
    }

    static func serverCode(_ event: EventContent) -> String? {
        AttributeReader(event.attributes).text(named: [
            "auth.server.code", "auth.server.error_code", "error_code", "http.response.header.x-sb-error-code",
            "server_code",
        ]).flatMap(KnownErrors.standard.canonical(ofServerCode:))
    }

    static func httpStatus(_ event: EventContent) -> Int? {
        if let status = event.error?.links.lazy.compactMap(status(of:)).first { return status }
        return AttributeReader(event.attributes).integer(named: [
            "http.response.status_code", "http.status_code", "http_status", "status_code",
        ])
    }
}

extension Classifier {
    private static func status(of link: EventError.Cause) -> Int? {
        guard KnownErrors.standard.family(link.domain)?.kind == .http else { return nil }
        return Int(link.code).flatMap { (100..<600).contains($0) ? $0 : nil } ?? link.message.flatMap(status(named:))
    }

    /// Returns the first number in a message that stands alone and is a status of an error: `401 Client Error: …`,
    /// `Request failed with status code 401`.
    private static func status(named message: String) -> Int? {
        message.utf8.split { " ',".utf8.contains($0) }.lazy
            .compactMap { word in
                Int(String(decoding: word.last.map(":.".utf8.contains) == true ? word.dropLast() : word, as: UTF8.self))
            }
            .first(where: (400..<600).contains)
    }

    /// Returns the failure that an event belongs to; nil when the event opens none.
    ///
    /// A cancellation, and what the user can correct, such as a wrong password, never open a failure.
    static func failure(of event: EventContent, _ verdict: Verdict) -> FailureKey? {
        guard verdict.outcome.opensFailure, let code = verdict.code else { return nil }
        var key = FailureKey(stage: event.stage, code: code)
        if let error = event.error {
            key.root = FailureKey.Pair(domain: error.domain, code: error.code)
            key.cause = error.chain.last.map { FailureKey.Pair(domain: $0.domain, code: $0.code) }
        }
        key.serverCode = serverCode(event)
        key.httpClass = httpStatus(event).flatMap { (100..<600).contains($0) ? $0 / 100 : nil }
        return key
    }
}

/// The errors of a chain that the tables have.
private struct KnownCauses {
    /// The outermost known error: the app's own wrappers around it are ignored. Nil beneath an error of another use,
    /// which a known one does not explain.
    let root: KnownError?
    /// The first decisive error, or else the deepest one that is not vague; when all are, the outermost.
    let deepest: KnownError?
    /// The deepest code from a server.
    let serverCode: String?
    let hasOtherThanCancellationBeneath: Bool

    init(_ error: EventError) {
        let links = error.links
        let found = links.map { link in
            KnownErrors.standard.error(domain: link.domain, code: link.code, message: link.message)
                ?? NSErrorText.pairs(in: link.message ?? "").lazy.compactMap { pair in
                    KnownErrors.standard.error(domain: pair.domain, code: pair.code)
                }.first
        }
        let known = found.compactMap(\.self)
        let isOfOtherUse = zip(links, found).prefix { $1 == nil }.contains { link, _ in
            KnownErrors.standard.isOfOtherUse(domain: link.domain, message: link.message)
        }
        root = isOfOtherUse ? nil : known.first
        deepest = known.first(where: \.isDecisive) ?? known.last { !$0.isVague } ?? known.first
        serverCode =
            links.reversed().lazy.compactMap { link -> String? in
                guard KnownErrors.standard.family(link.domain)?.mayHaveServerCodes ?? true else { return nil }
                return KnownErrors.standard.canonical(ofServerCode: link.code)
            }.first
        hasOtherThanCancellationBeneath = known.dropFirst().contains { !$0.isCancellation && !$0.isNoise }
    }
}

/// Reads attributes by name.
private struct AttributeReader {
    private let attributes: [EventAttribute]

    init(_ attributes: [EventAttribute]) { self.attributes = attributes }

    func text(named names: [String]) -> String? {
        for attribute in attributes where names.contains(where: attribute.name.hasSameBytes) {
            if case .text(let text) = attribute.value { return text }
        }
        return nil
    }

    func integer(named names: [String]) -> Int? {
        for attribute in attributes where names.contains(where: attribute.name.hasSameBytes) {
            switch attribute.value {
            case .integer(let number): return Int(number)
            case .number(let number): return Int(exactly: number)
            case .text(let text): return Int(text)
            case .bool: continue
            }
        }
        return nil
    }

    func bool(named name: String) -> Bool? {
        for attribute in attributes where attribute.name.hasSameBytes(as: name) {
            if case .bool(let bool) = attribute.value { return bool }
        }
        return nil
    }
}

extension Outcome {
    /// Whether events with this outcome are grouped into failures.
    public var opensFailure: Bool {
        switch self {
        case .failed, .degraded, .inconsistent: true
        case .success, .cancelled, .rejected, .skipped, .info: false
        }
    }
}

/// A scrubbed event with its canonical code, ready to be stored. Only `Classifier.classify(_:by:receivedAt:)` can
/// make one.
public struct ClassifiedEvent: Sendable, Hashable {
    public let content: EventContent
    /// The canonical code of the cause; nil for a success.
    public let code: String?
    /// The failure that the event belongs to; nil when it opens none.
    public let failure: FailureKey?
    public let receivedAt: Timestamp
    /// See `ScrubbedEvent.clockCorrection`.
    public let clockCorrection: Duration
    /// See `DecodedEvent.hasOwnTime`.
    public let hasOwnTime: Bool
    public let category: ItemCategory

    fileprivate init(_ event: ScrubbedEvent, as verdict: Classifier.Verdict, receivedAt: Timestamp) {
        var content = event.content
        failure = Classifier.failure(of: event.content, verdict)
        content.outcome = verdict.outcome
        self.content = content
        code = verdict.code
        self.receivedAt = receivedAt
        clockCorrection = event.clockCorrection
        hasOwnTime = event.hasOwnTime
        category = event.category
    }

    /// The value of a dimension as text.
    public subscript(dimension: EventDimension) -> String? { dimension == .code ? code : content[dimension] }
}

extension Classifier {
    /// Assigns the canonical code, and corrects an outcome that the error contradicts.
    /// - Parameter rules: those of the tenant, for errors that no table has.
    public static func classify(
        _ event: ScrubbedEvent,
        by rules: CauseRules = .none,
        receivedAt: Timestamp
    ) -> ClassifiedEvent {
        ClassifiedEvent(event, as: verdict(on: event.content, rules: rules), receivedAt: receivedAt)
    }
}
