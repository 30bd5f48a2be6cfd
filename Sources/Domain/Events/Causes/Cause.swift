import StrictJSON

/// One row of a table: the meaning of an error of one domain.
struct Cause: Sendable {
    /// The code as on the wire; `*` matches every code of the domain.
    let code: String
    /// The platform's name of the error; a client may send it instead of the number.
    let name: String
    let canonical: String
    /// The outcome of the step, when only this error is known.
    let outcome: Outcome
    var isTransport = false
    /// The error says less than the errors above or beneath it.
    var isVague = false
    /// The error accompanies other errors and means nothing by itself.
    var isNoise = false

    static func row(_ code: Int, _ name: String, _ canonical: String, _ outcome: Outcome) -> Cause {
        Cause(code: String(code), name: name, canonical: canonical, outcome: outcome)
    }

    static func row(_ code: String, _ canonical: String, _ outcome: Outcome) -> Cause {
        Cause(code: code, name: code, canonical: canonical, outcome: outcome)
    }

    var transport: Cause { with(\.isTransport) }
    var vague: Cause { with(\.isVague) }
    var noise: Cause { with(\.isNoise).vague }

    private func with(_ mark: WritableKeyPath<Cause, Bool>) -> Cause {
        var copy = self
        copy[keyPath: mark] = true
        return copy
    }

    static func known(domain: String, code: String) -> Cause? {
        guard let family = CauseFamily(domain: domain), let table = tables[family] else { return nil }
        return table[ByteText(code.lowercasedASCII())] ?? table["*"]
    }

    /// Every row by its code and by its name.
    private static let tables: [CauseFamily: [ByteText: Cause]] = Dictionary(
        uniqueKeysWithValues: CauseFamily.allCases.map { family in
            var table = [ByteText: Cause]()
            for cause in family.causes {
                table[ByteText(cause.code.lowercasedASCII())] = cause
                table[ByteText(cause.name.lowercasedASCII())] = cause
            }
            return (family, table)
        }
    )
}
