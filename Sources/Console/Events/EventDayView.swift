import ConsoleKit
import Domain
import WebCore

/// The events of one day, in the zone of the page.
struct EventDayView: Sendable {
    /// `Today`, `Sat 21 Nov`
    let name: String
    let rows: [EventRowView]
}

extension EventDayView {
    /// - Parameter events: in the order of the list.
    static func days(of events: [StoredEvent], users: [User.ID: User], _ page: TenantPage) -> [EventDayView] {
        var days: [(name: String, rows: [EventRowView])] = []
        for event in events {
            let (name, row) = (page.clock.dayName(event.content.occurredAt), EventRowView(event, users: users, page))
            if days.last?.name == name {
                days[days.count - 1].rows.append(row)
            } else {
                days.append((name, [row]))
            }
        }
        return days.map(EventDayView.init)
    }
}
