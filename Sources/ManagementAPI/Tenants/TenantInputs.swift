import Domain
import Hummingbird
import WebCore

/// The fields of requests about tenants.
enum TenantInputs {
    static let slug = Input.text(
        "slug",
        "The name in URLs; it never changes.",
        maximum: Tenant.Slug.lengths.upperBound,
        schema: .slug
    )
    static let name = Input.text(
        "name",
        "The display name.",
        maximum: Tenant.nameLengths.upperBound,
        schema: .line(Tenant.nameLengths)
    )
    static let newName = Input.optionalText(
        "name",
        "The new name.",
        minimum: 1,
        maximum: Tenant.nameLengths.upperBound,
        schema: .line(Tenant.nameLengths)
    )
    static let state: Input<Tenant.State?> = .optionalOneOf(
        "state",
        "`suspended` refuses every session and key of the tenant until it is `active` again."
    )

    static let newTenant = Inputs { (slug: $0.read(slug), name: $0.read(name)) }
    static let edit = Inputs { (name: $0.read(newName), state: $0.read(state)) }
}
