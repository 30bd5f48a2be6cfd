import Domain

/// The caller of the management API, and of administration in the dialect of Better Auth.
///
/// On routes of the installation the tenant is the caller's own, and `Tenant.installation` for an operator.
package struct APICaller: TenantScoped, InstallationScoped {
    package let access: Access

    package init(access: Access) { self.access = access }

    package var principal: Principal { access.principal }
}

package typealias APIContext = Admitted<APICaller>
