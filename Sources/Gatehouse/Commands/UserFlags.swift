import ArgumentParser
import Foundation

/// The account that a command acts on: an operator, or a user of one tenant.
struct UserFlags: ParsableArguments {
    @Option(help: "The email of the account.")
    var email: String
    @Flag(name: .customLong("operator"), help: "The account is an operator of the installation.")
    var isOperator = false
    @Option(help: "The tenant's slug.")
    var tenant: String?

    func validate() throws {
        guard isOperator != (tenant != nil) else { throw ValidationError("Give either --operator or --tenant.") }
    }
}
