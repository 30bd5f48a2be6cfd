import ArgumentParser
import Foundation

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract:
            "Create operators and members, set a password, reset a second factor, or remove an operator.",
        subcommands: [Create.self, NewPassword.self, SecondFactor.self, Remove.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an operator of the installation, or a user of one tenant.",
            discussion: "The command asks for the password, or reads it from standard input with --password-stdin."
        )

        @Option(help: "The email to sign in with.")
        var email: String
        @Option(help: "The display name.")
        var name: String = ""
        @Flag(name: .customLong("operator"), help: "Create an operator of the installation, who can open every tenant.")
        var isOperator = false
        @Option(help: "The tenant's slug.")
        var tenant: String?
        @Option(help: "The role in the tenant.")
        var role: String = "admin"
        @OptionGroup var password: PasswordFlags
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func validate() throws {
            guard isOperator != (tenant != nil) else { throw ValidationError("Give either --operator or --tenant.") }
        }

        func command() throws -> any AdministrationCommand {
            let password = try password.read()
            if let tenant {
                return CreateUser(tenant: tenant, role: role, email: email, name: name, password: password)
            }
            return CreateOperator(email: email, name: name, password: password)
        }
    }

    struct NewPassword: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Set a new password for an operator, or for a user of one tenant.",
            discussion:
                "All sessions of the account end. The command asks for the password, or reads it with --password-stdin."
        )

        @OptionGroup var user: UserFlags
        @OptionGroup var password: PasswordFlags
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> any AdministrationCommand {
            let password = try password.read()
            guard let tenant = user.tenant else {
                return SetOperatorPassword(email: user.email, password: password)
            }
            return SetPassword(tenant: tenant, email: user.email, password: password)
        }
    }

    struct SecondFactor: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "second-factor",
            abstract: "Reset the second factor (TOTP) of an operator or a member who has lost it.",
            discussion:
                "Console sessions of the account end. The next sign-in needs only the password and sets up a new one."
        )

        @OptionGroup var user: UserFlags
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { ResetSecondFactor(tenant: user.tenant, email: user.email) }
    }

    struct Remove: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an operator of the installation; the last operator cannot be removed."
        )

        @Option(help: "The email of the account.")
        var email: String
        @Flag(
            name: .customLong("operator"),
            help: "Remove an operator of the installation. Delete users of a tenant in the console."
        )
        var isOperator = false
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func validate() throws {
            guard isOperator else {
                throw ValidationError("Give --operator. Users of a tenant are deleted in the console.")
            }
        }

        func command() throws -> any AdministrationCommand { RemoveOperator(email: email) }
    }
}

/// Reads a password from the terminal or from standard input, never from the command line: other users of the machine
/// can read that.
struct PasswordFlags: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
    var readsPassword = false

    func validate() throws {
        guard readsPassword || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("No terminal to ask for a password; use --password-stdin.")
        }
    }

    func read() throws -> String { try readsPassword ? Self.firstLine() : Self.asked() }

    private static func firstLine() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw ValidationError("Standard input contains no password.")
        }
        return line
    }

    private static func asked() throws -> String {
        let first = try Terminal.secret(prompt: "Password: ")
        guard try Terminal.secret(prompt: "Repeat password: ") == first else {
            throw ValidationError("The passwords do not match.")
        }
        return first
    }
}

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
