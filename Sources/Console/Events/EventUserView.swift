/// The user of an event: by name for a user of the tenant, otherwise by the client's id for them.
struct EventUserView: Sendable {
    let label: String
    let href: String
    let isCode: Bool
    let claim: EventClaimView?
}
