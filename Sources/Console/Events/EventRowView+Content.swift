import ConsoleKit
import Domain

extension TenantPage {
    /// The page of a user that an event names by an id of Gatehouse; else the events that name the same user, since a
    /// client may send any text.
    func href(ofEventUser text: String) -> String {
        if let id = User.ID(text), access.allows(.readUsers) { return paths.user(id) }
        return PageAddress(paths.events, ["range": "30d", "user": text]).href
    }
}
