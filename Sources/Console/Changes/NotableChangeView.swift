import ConsoleKit
import Domain
import UseCases

/// One change in a list.
struct NotableChangeView: Sendable {
    let at: TimeView
    let symbol: SafeHTML
    let title: String
    /// The page of what was changed; nil when there is none that the viewer may open.
    let titleLink: String?
    let detail: String?
    /// The events around it.
    let eventsAround: String
    /// The entries of the audit log with the same action; nil for someone who may not read it.
    let auditLink: String?
}

extension NotableChangeView {
    /// How long before and after a change its events are shown.
    private static let margin = Duration.minutes(30)

    init(_ change: NotableChange, _ page: TenantPage) {
        let end = change.until ?? change.at
        self.init(
            at: page.clock.exact(change.at),
            symbol: ChangeSymbol.inline(change.kind),
            title: change.title(page.texts),
            titleLink: change.href(page),
            detail: change.detail(page.clock),
            eventsAround: page.events(from: change.at - Self.margin, to: end + Self.margin).href,
            auditLink: page.access.allows(.readAudit)
                ? change.action.map { PageAddress(page.paths.audit, ["action": $0.rawValue]).href } : nil
        )
    }
}

extension ChangeKind {
    /// `Releases`
    func label(_ texts: Texts) -> String { texts(TextKey("changes.kind.\(rawValue.asKeyPart)")) }
}

extension NotableChange {
    /// `Settings changed`
    func title(_ texts: Texts) -> String {
        action?.label(texts)
            ?? texts(TextKey("changes.title.\(kind.rawValue.asKeyPart)"), ["subject": .visible(subject ?? "")])
    }

    /// The name, the fields, or the end.
    func detail(_ clock: PageClock) -> String? {
        let texts = clock.texts
        if let until {
            // The latest hour of an outage that goes on ends now.
            return clock.now.since(until) < .minutes(1)
                ? texts("changes.until-now") : texts("changes.until", ["time": .text(clock.dateAndMinute(until))])
        }
        switch kind {
        case .settings, .appleSettings:
            let labels = fields.map { AuditEntry.Change($0, from: nil, to: nil).label(texts) }
            return labels.isEmpty ? nil : labels.joined(separator: ", ")
        case .role: return subject.map { VisibleText.escaped($0) }
        case .key: return subject.map { VisibleText.escaped(ShortID.of($0)) }
        case .release, .appleOutage: return nil
        }
    }

    /// The page of what was changed; nil when there is none that the viewer may open.
    func href(_ page: TenantPage) -> String? {
        let (access, paths) = (page.access, page.paths)
        switch kind {
        case .release: return subject.map(paths.release)
        case .settings: return access.allows(.readSettings) ? paths.settings : nil
        case .appleSettings: return access.allows(.readSettings) ? paths.settingsPage("apple") : nil
        case .role: return access.allows(.readRoles) ? paths.roles : nil
        case .key:
            guard access.allows(.readKeys) else { return nil }
            return action == .keyCreated || action == .keyRevoked ? paths.keys : paths.signingKeys
        case .appleOutage:
            let codes = EventCondition.any(of: ChangeReading.appleCodes.map { .value($0, of: .code) })
            return page.events(from: at, to: until ?? at).with("source", EventSource.server.rawValue)
                .with("q", codes.description).href
        }
    }
}

extension TenantPage {
    /// The events of whole minutes.
    fileprivate func events(from start: Timestamp, to end: Timestamp) -> PageAddress {
        PageAddress(
            paths.events,
            ["from": LocalTime.absolute(start), "to": LocalTime.absolute(max(end, start) + .minutes(1))]
        )
    }
}
