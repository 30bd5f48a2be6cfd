import Domain

/// An identity that can act on the installation, if its principal may.
package protocol InstallationScoped: Sendable {
    var principal: Principal { get }
}
