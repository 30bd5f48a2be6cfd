import ArgumentParser
import Foundation

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract:
            "Add people who run things, give them a new password, take a lost second factor away, or remove an operator.",
        subcommands: [Create.self, NewPassword.self, SecondFactor.self, Remove.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an operator of the installation, or a person of one tenant.",
            discussion: "The password is asked for, or read from standard input with --password-stdin."
        )

        @Option(help: "The address to sign in with.")
        var email: String
        @Option(help: "What people read.")
        var name: String = ""
        @Flag(name: .customLong("operator"), help: "Of the installation itself: may enter every tenant.")
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

        func command() throws -> AdministrationCommand {
            let password = try password.read()
            if let tenant {
                return .createUser(tenant: tenant, role: role, email: email, name: name, password: password)
            }
            return .createOperator(email: email, name: name, password: password)
        }
    }

    struct NewPassword: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Give an operator, or a person of one tenant, a new password.",
            discussion:
                "All their sessions end. The password is asked for, or read from standard input with --password-stdin."
        )

        @OptionGroup var person: UserFlags
        @OptionGroup var password: PasswordFlags
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand {
            let password = try password.read()
            guard let tenant = person.tenant else {
                return .setOperatorPassword(email: person.email, password: password)
            }
            return .setPassword(tenant: tenant, email: person.email, password: password)
        }
    }

    struct SecondFactor: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "second-factor",
            abstract: "Take the second factor away of someone who has lost it.",
            discussion:
                "Their sessions of the console end. At the next sign-in their password is enough to set up a new one."
        )

        @OptionGroup var person: UserFlags
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .resetSecondFactor(tenant: person.tenant, email: person.email) }
    }

    struct Remove: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an operator of the installation; the last one stays."
        )

        @Option(help: "The address that they sign in with.")
        var email: String
        @Flag(
            name: .customLong("operator"),
            help: "Of the installation itself; people of a tenant are removed in the console."
        )
        var isOperator = false
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func validate() throws {
            guard isOperator else {
                throw ValidationError("Give --operator: people of a tenant are removed in the console.")
            }
        }

        func command() throws -> AdministrationCommand { .removeOperator(email: email) }
    }
}

/// Whom a command is about: an operator, or somebody of one tenant.
struct UserFlags: ParsableArguments {
    @Option(help: "The address that they sign in with.")
    var email: String
    @Flag(name: .customLong("operator"), help: "Of the installation itself.")
    var isOperator = false
    @Option(help: "The tenant's slug.")
    var tenant: String?

    func validate() throws {
        guard isOperator != (tenant != nil) else { throw ValidationError("Give either --operator or --tenant.") }
    }
}

/// Where a command has a password from: never from the command line, which is public on a machine.
struct PasswordFlags: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
    var readsPassword = false

    func validate() throws {
        guard readsPassword || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("There is no terminal to ask for a password; use --password-stdin.")
        }
    }

    func read() throws -> String { try readsPassword ? Self.firstLine() : Self.asked() }

    private static func firstLine() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw ValidationError("Standard input holds no password.")
        }
        return line
    }

    private static func asked() throws -> String {
        let first = try Terminal.secret(prompt: "Password: ")
        guard try Terminal.secret(prompt: "Once more: ") == first else {
            throw ValidationError("The two passwords differ.")
        }
        return first
    }
}
