/// The names of sample users.
enum DemoNames {
    private static let first = [
        "Ada", "Karl", "Mina", "Tomás", "Yuki", "Elif", "Noor", "Jonas", "Lea", "Sven", "Priya", "Marco", "Ewa", "Omar",
        "Chloé", "Anna", "Luis", "Ines", "Paul", "Zoe", "Ravi", "Nina", "Hugo", "Vera", "Aïcha", "Björn", "Camille",
        "Dewi", "Emeka", "Fatima", "Goran", "Hana", "Ivan", "Jade", "Kofi", "Lucía", "Mateo", "Nadia", "Olena", "Pekka",
    ]
    private static let last = [
        "Moreau", "Brandt", "Okafor", "Rivera", "Tanaka", "Demir", "Haddad", "Weber", "Dubois", "Larsen", "Nair",
        "Conti", "Nowak", "Farouk", "Petit", "Novak", "Ortega", "Costa", "Meyer", "Papas", "Shah", "Berg", "Blanc",
        "Kovač", "Mensah", "Lindqvist", "Rossi", "Silva", "Jensen", "Kaya", "Adeyemi", "Fischer", "Laurent", "Popescu",
        "Virtanen", "Horvat", "Yamada", "Castro", "Benali", "Schmidt",
    ]

    /// Returns a name, and an address that no other number has.
    static func user(_ number: Int, at host: String, _ random: inout SeededRandom) -> (name: String, email: String) {
        let (first, last) = (random.pick(first), random.pick(last))
        let local = "\(ascii(first)).\(ascii(last)).\(number)"
        return ("\(first) \(last)", "\(local)@\(host)")
    }

    private static func ascii(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) }.map(Character.init))
    }
}
