import Foundation
import UseCases

/// The mail command and the sender of messages. Without both, no mail is sent.
struct MailSettings: Sendable {
    /// The absolute path of the program, and its arguments.
    let command: [String]
    let sender: MailSender?

    init(_ reader: inout SettingsReader) {
        let words = (reader.text(.sendmail) ?? "").split(separator: " ").map(String.init)
        if let program = words.first, !program.hasPrefix("/") || !FileManager.default.isExecutableFile(atPath: program)
        {
            reader.refuse(.sendmail, "must be the whole path of a program, and its arguments: /usr/sbin/sendmail -t -i")
        }
        let from = reader.text(.mailFrom)
        sender = from.flatMap { MailSender($0) }
        if from != nil, sender == nil {
            reader.refuse(.mailFrom, "must be an address, like Acme <no-reply@acme.example>")
        }
        if words.isEmpty != (from == nil) {
            reader.refuse(
                words.isEmpty ? .mailFrom : .sendmail,
                "needs \((words.isEmpty ? Setting.sendmail : .mailFrom).title) too"
            )
        }
        command = words
    }

    /// Nil when no mail is sent.
    var transport: Sendmail? {
        guard let sender, !command.isEmpty else { return nil }
        return Sendmail(command: command, sender: sender)
    }
}
