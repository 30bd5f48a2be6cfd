import Domain
import Fixtures
import Foundation
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// Everything of one tenant that a request can name.
struct AccessThings: Sendable {
    let tenant: Tenant.ID
    /// The number of the tenant.
    let project: Int
    let slug: String
    let publishableKey: Credential
    /// A customer who is signed in to the app, once.
    let user: User.ID
    let email: String
    let invited: User.ID
    let disabled: User.ID
    let session: Session.ID
    let token: Credential
    let key: APIKey.ID
    let rule: CauseRule.ID
    /// A role without users.
    let role: Role.Name
    let event: Event.Reference
    let attempt: TraceID
    /// A shared view of the server itself.
    let view: SavedView.ID
    /// The version of a release.
    let release: String
    /// No other tenant has the error.
    let failure: FailureKey.ID
    let host: HostName
    let invitation: Credential
    let emailLink: Credential
    let resetLink: Credential
    let stopLink: Credential

    /// By the names that path parameters have.
    var texts: [(name: String, text: String)] {
        [
            ("tenant", tenant.description), ("slug", slug), ("publishable_key", publishableKey.text),
            ("event", event.description), ("attempt", attempt.description), ("release", release),
            ("failure", failure.description),
            ("user", user.description), ("email", email), ("invited", invited.description),
            ("disabled", disabled.description),
            ("session", session.description), ("token", token.text), ("key", key.description),
            ("role", role.description), ("view", view.description),
            ("rule", rule.description),
            ("host", host.description), ("identity", GoTrueObjects.identityID(.password, of: user)),
            ("link", invitation.text), ("email_link", emailLink.text), ("reset_link", resetLink.text),
            ("stop_link", stopLink.text),
        ]
    }

    /// Fills a tenant. Every text that a person gave has `mark` in it.
    init(in house: TestTenant, mark: String) async throws {
        let services = house.services
        func newUser(_ name: String, password: String? = TestTenant.password) -> UserAdministration.Draft {
            .init(email: "\(name)@\(mark).example", name: "\(mark) \(name)", role: "customer", password: password)
        }
        _ = try await services.tenants.rename(
            house.tenant.id,
            to: "\(mark) works",
            grant: house.installation.installationGrant
        )
        let pat = try await services.users.create(newUser("pat"), grant: house.system.grant())
        let dee = try await services.users.create(newUser("dee"), grant: house.system.grant())
        _ = try await services.users.disable(dee.id, grant: house.system.grant())
        let (ivy, link) = try await services.users.invite(newUser("ivy", password: nil), grant: house.system.grant())
        let device = Device(name: "\(mark) phone", model: "\(mark) model", appVersion: "\(mark) 1")
        let signedIn = try await house.signIn(pat, device: device)
        let (spare, _) = try await services.keys.create(kind: .ingest, name: "\(mark) key", grant: house.system.grant())
        let helper = RoleAdministration.Draft(title: "\(mark) helpers", rank: 5, permissions: [])
        role = try await services.roles.create(name: "\(mark)_role", helper, grant: house.system.grant()).name
        guard let attempt = TraceID(bytes: house.tenant.id.uuid.bytes) else { throw DomainError.notFound(.attempt) }
        self.attempt = attempt
        release = "\(mark)-1.0"
        var event = house.event(mark.utf8.count, message: "The \(mark) was locked.", user: pat.id.description)
        event.content.attempt = attempt
        event.content.texts[.appVersion] = release
        var unknown = house.event(mark.utf8.count + 1000, message: nil, user: pat.id.description)
        unknown.content.error = EventError(domain: "\(mark).app", code: "1", message: nil)
        try await house.deliver([event, unknown])
        let draft = SavedViewAdministration.Draft(name: "\(mark) view", query: "", filters: [], isShared: true)
        view = try await services.savedViews.create(draft, grant: house.system.grant()).view.id
        let query = FailureQuery(code: "unclassified")
        let failures = try await services.failures.list(query, PageRequest(), grant: house.system.grant()).page.items
        guard let failure = failures.first?.id else { throw DomainError.notFound(.failure) }
        self.failure = failure
        let name = "\(mark).example"
        try await services.tenants.add(host: name, to: house.tenant.id, grant: house.installation.installationGrant)
        tenant = house.tenant.id
        project = house.tenant.number
        slug = house.tenant.slug.description
        publishableKey = house.creation.publishableKey
        user = pat.id
        email = "pat@\(mark).example"
        invited = ivy.id
        disabled = dee.id
        session = signedIn.session.id
        token = signedIn.token
        key = spare.id
        let ruling = CauseRuleDraft(domain: "\(mark) domain", code: nil, stage: nil, canonical: "net.timeout")
        rule = try await services.causeRules.create(ruling, grant: house.system.grant()).id
        self.event = Event.Reference(occurredAt: event.content.occurredAt, id: event.content.id)
        guard let host = HostName(name) else { throw DomainError.notFound(.tenant) }
        self.host = host
        invitation = link
        emailLink = try await services.links.make(LinkDraft(.verifyEmail), for: pat.id, grant: house.system.grant())
            .token
        resetLink = try await services.links.make(LinkDraft(.resetPassword), for: pat.id, grant: house.system.grant())
            .token
        stopLink = Credential(
            .link,
            tenant: house.tenant.id,
            random: SystemContext.system.random(Credential.randomBytes)
        )
        guard let mailbox = pat.email else { throw DomainError.notFound(.user) }
        let stop = EmailChangeStop(
            tenant: house.tenant.id,
            user: pat.id,
            email: mailbox,
            session: session,
            createdAt: house.installation.clock.now
        )
        try await house.installation.stores.links.insert(stop, token: CredentialHash(stopLink), in: house.tenant.id)
    }

    /// Of a tenant that there is not.
    init(absentAt time: Timestamp) {
        let system = SystemContext.system
        tenant = system.newID()
        project = 404
        slug = "nowhere"
        publishableKey = Credential(.publishableKey, tenant: tenant, random: system.random(Credential.randomBytes))
        user = system.newID()
        email = "nobody@nowhere.example"
        invited = system.newID()
        disabled = system.newID()
        session = system.newID()
        token = Credential(.appSession, tenant: tenant, random: system.random(Credential.randomBytes))
        key = system.newID()
        rule = system.newID()
        event = Event.Reference(occurredAt: time, id: system.newID())
        // No id is all zeros.
        attempt = TraceID(bytes: tenant.uuid.bytes)!
        view = system.newID()
        release = "absent-1.0"
        failure = system.newID()
        invitation = Credential(.invitation, tenant: tenant, random: system.random(Credential.randomBytes))
        emailLink = Credential(.link, tenant: tenant, random: system.random(Credential.randomBytes))
        resetLink = Credential(.link, tenant: tenant, random: system.random(Credential.randomBytes))
        stopLink = Credential(.link, tenant: tenant, random: system.random(Credential.randomBytes))
        // Constants of these grammars.
        role = Role.Name("absent_role")!
        host = HostName("nowhere.example")!
    }

    /// These, but inside another tenant.
    private init(_ things: AccessThings, inside other: AccessThings) {
        tenant = other.tenant
        project = other.project
        slug = other.slug
        publishableKey = other.publishableKey
        user = things.user
        email = things.email
        invited = things.invited
        disabled = things.disabled
        session = things.session
        token = things.token
        key = things.key
        rule = things.rule
        role = things.role
        event = things.event
        attempt = things.attempt
        view = things.view
        release = things.release
        failure = things.failure
        host = things.host
        invitation = things.invitation
        emailLink = things.emailLink
        resetLink = things.resetLink
        stopLink = things.stopLink
    }

    func inside(_ other: AccessThings) -> AccessThings { AccessThings(self, inside: other) }
}
