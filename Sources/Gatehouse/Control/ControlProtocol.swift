import Foundation
import NIOCore
import StrictJSON

/// The protocol between a command and the running server: one line of JSON in each direction, over a Unix socket that
/// only the owner can open.
enum ControlProtocol {
    /// The longest request is a batch of an import; base64 with its escapes doubles its length.
    static let maximumRequestBytes = 2 << 20
    static let maximumReplyBytes = 8 << 20

    /// A command with its name: `{"createKey": {"tenant": "acme", "kind": "secret", "name": "CI"}}`.
    struct Request: Codable, Sendable {
        let command: any AdministrationCommand

        init(_ command: some AdministrationCommand) { self.command = command }

        /// - Throws: `DecodingError` for a name that this version does not know.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            guard let name = container.allKeys.first, container.allKeys.count == 1, let type = Self.types[name] else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "One command with a known name is expected."
                    )
                )
            }
            command = try container.decode(type, forKey: name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(command, forKey: Name(type(of: command)))
        }

        private static let types: [Name: any AdministrationCommand.Type] = Dictionary(
            uniqueKeysWithValues: ([
                CreateTenant.self, ListTenants.self, CreateKey.self, ListKeys.self, RevokeKey.self,
                ListSigningKeys.self, RotateSigningKeys.self, SetApple.self, ShowApple.self, CheckApple.self,
                CreateOperator.self, CreateUser.self, SetOperatorPassword.self, SetPassword.self, RemoveOperator.self,
                ResetSecondFactor.self, ImportUsers.self, ExportUsers.self, Examine.self, BackUp.self,
            ] as [any AdministrationCommand.Type]).map { (Name($0), $0) }
        )

        private struct Name: CodingKey, Hashable {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }

            init?(intValue _: Int) { nil }

            /// The name of the type, with a small first letter.
            init(_ type: any AdministrationCommand.Type) {
                let name = "\(type)"
                stringValue = name.prefix(1).lowercased() + name.dropFirst()
            }
        }
    }

    /// The server's answer to a command.
    enum Reply: Codable, Sendable {
        case done(json: String, text: String, isGood: Bool)
        case failed(exit: CommandFailure.Exit, code: String, sentences: [String])

        init(_ outcome: Result<CommandResult, CommandFailure>) {
            switch outcome {
            case .success(let result):
                self = .done(json: JSONValue.object(result.json).text, text: result.text, isGood: result.isGood)
            case .failure(let failure):
                self = .failed(exit: failure.exit, code: failure.code, sentences: failure.sentences)
            }
        }

        func result() throws(CommandFailure) -> CommandResult {
            switch self {
            case .failed(let exit, let code, let sentences): throw CommandFailure(exit, code, sentences)
            case .done(let json, let text, let isGood):
                guard let object = try? JSONValue(parsing: Array(json.utf8), limits: .own).objectValue else {
                    throw .unavailable(
                        "The response of the server cannot be read. Does the server run another version?"
                    )
                }
                return CommandResult(object, text: text, isGood: isGood)
            }
        }
    }

    static func line(_ value: some Encodable) throws -> ByteBuffer {
        var bytes = try JSONEncoder().encode(value)
        bytes.append(UInt8(ascii: "\n"))
        return ByteBuffer(bytes: bytes)
    }

    static func value<Value: Decodable>(_: Value.Type, from line: ByteBuffer) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(line.readableBytesView))
    }

    /// Reads up to the end of a line.
    /// - Returns: nil when the peer closed the connection before the end of a line, or sent more than `limit` bytes.
    static func readLine(from inbound: NIOAsyncChannelInboundStream<ByteBuffer>, limit: Int) async throws -> ByteBuffer?
    {
        var line = ByteBuffer()
        for try await var part in inbound {
            line.writeBuffer(&part)
            guard line.readableBytes <= limit else { return nil }
            if line.readableBytesView.last == UInt8(ascii: "\n") { return line }
        }
        return nil
    }
}
