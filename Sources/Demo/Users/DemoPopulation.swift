import Domain

/// The users and the sessions of one app.
struct DemoPopulation: Sendable {
    let app: DemoApp
    private(set) var users: [DemoUser]
    /// Each user has at least one: the first ones are in the order of the users.
    private(set) var sessions: [DemoSession]

    init(of app: DemoApp, size: DemoSize, seed: UInt64, calendar: DemoCalendar) {
        self.app = app
        var random = SeededRandom(seed: seed, part: 1, app.number)
        let count = DemoSize.part(of: size.users, for: app)
        let total = max(count, DemoSize.part(of: size.sessions, for: app))
        let owners = (0..<total).map { $0 < count ? $0 : random.number(in: 0...count - 1) }
        var maker = SessionMaker(app: app, calendar: calendar, random: random)
        sessions = owners.map { maker.session(of: $0) }
        random = maker.random
        users = Self.users(count, of: app, with: sessions, &random)
        if app == .coachMe { steal(calendar) }
        endSessionsAsUsersDo()
    }

    /// Ends sessions only for reasons that their users have, and those of disabled users with their last use.
    private mutating func endSessionsAsUsersDo() {
        var counts = [Int](repeating: 0, count: users.count)
        for session in sessions { counts[session.user] += 1 }
        for place in sessions.indices {
            let session = sessions[place]
            let user = users[session.user]
            if user.isDisabled, session.end == nil {
                sessions[place].end = DemoSession.End(at: user.lastSeenAt, reason: .userDisabled)
            }
            // These end all sessions of a user, so they are those of users with one.
            guard let end = session.end, [.passwordChanged, .appleWithdrawn].contains(end.reason) else { continue }
            let hasMeans = (end.reason == .passwordChanged) == (user.appleSubject == nil)
            if counts[session.user] > 1 || !hasMeans {
                sessions[place].end = DemoSession.End(at: end.at, reason: .signedOut)
            }
        }
    }

    private static func users(
        _ count: Int,
        of app: DemoApp,
        with sessions: [DemoSession],
        _ random: inout SeededRandom
    ) -> [DemoUser] {
        var spans: [(first: Timestamp, last: Timestamp)] = sessions.prefix(count).map { ($0.createdAt, $0.lastSeenAt) }
        for session in sessions.dropFirst(count) {
            let span = spans[session.user]
            spans[session.user] = (min(span.first, session.createdAt), max(span.last, session.lastSeenAt))
        }
        return spans.enumerated().map { number, span in
            let user = app.isPrivate ? nil : DemoNames.user(number, at: app.mailHost, &random)
            let hasPassword = app.hasPasswords && random.chance(0.35)
            return DemoUser(
                id: random.identifier(at: span.first),
                name: user?.name,
                email: user?.email,
                role: random.pick(app.roles),
                createdAt: span.first,
                lastSeenAt: span.last,
                appleSubject: hasPassword ? nil : subject(number, &random),
                isDisabled: random.chance(0.004)
            )
        }
    }

    /// An id as Apple gives it.
    private static func subject(_ number: Int, _ random: inout SeededRandom) -> String {
        let digits = String(1_000_000 + number).dropFirst()
        return "\(digits).\(Hexadecimal.encode(random.bytes(16))).\(digits.suffix(4))"
    }

    /// Ends the session whose refresh token was stolen.
    private mutating func steal(_ calendar: DemoCalendar) {
        let time = calendar.range(of: .stolenRefreshToken).upperBound
        guard let place = stolen(calendar) else { return }
        sessions[place].lastSeenAt = time
        sessions[place].end = DemoSession.End(at: time, reason: .refreshReuse)
    }

    /// The place of the session whose refresh token was stolen.
    func stolen(_ calendar: DemoCalendar) -> Int? {
        let range = calendar.range(of: .stolenRefreshToken)
        let isFit = { (session: DemoSession) in
            session.createdAt < range.lowerBound && session.lastSeenAt >= range.upperBound && session.end == nil
        }
        return sessions.firstIndex { $0.end?.reason == .refreshReuse } ?? sessions.firstIndex(where: isFit)
    }
}

/// Makes the sessions of one app.
private struct SessionMaker {
    let app: DemoApp
    let calendar: DemoCalendar
    var random: SeededRandom

    mutating func session(of user: Int) -> DemoSession {
        let createdAt = beginning()
        let lastSeenAt = lastUse(since: createdAt)
        let end = end(at: lastSeenAt)
        return DemoSession(
            id: random.identifier(at: createdAt),
            user: user,
            installation: random.identifier(of: DemoSession.self, at: createdAt).description,
            phone: DemoPhone.random(&random),
            address: "198.\(random.number(in: 18...19)).\(random.number(in: 0...255)).\(random.number(in: 1...254))",
            createdAt: createdAt,
            lastSeenAt: lastSeenAt,
            end: end,
            tokenHash: random.bytes(32),
            updateSeed: random.next()
        )
    }

    /// Nearly half of the sessions began within the history. While Apple did not respond, none did: these users came
    /// back in the hour after.
    private mutating func beginning() -> Timestamp {
        let isInHistory = random.chance(0.45)
        let start = calendar.time(age: isInHistory ? 1 : 3)
        let end = isInHistory ? calendar.now - .minutes(1) : calendar.start
        let time = DemoDaytime.time(in: start..<end, &random)
        let outage = calendar.range(of: .appleOutage)
        guard outage.contains(time) else { return time }
        let later = random.time(from: outage.upperBound, to: outage.upperBound + .hours(1))
        return min(calendar.now - .minutes(1), later)
    }

    private mutating func lastUse(since createdAt: Timestamp) -> Timestamp {
        let recent = calendar.now - random.wait(mean: .days(4))
        guard random.chance(0.75), recent > createdAt else {
            return random.time(from: createdAt, to: min(calendar.now, createdAt + .days(40)))
        }
        return recent
    }

    private mutating func end(at time: Timestamp) -> DemoSession.End? {
        guard random.chance(0.2) else { return nil }
        let reason = random.pick([
            (Session.EndReason.signedOut, 80.0), (.tooManySessions, 6), (.revokedByUser, 6), (.passwordChanged, 4),
            (.revokedByAdministrator, 2), (.appleWithdrawn, 2),
        ])
        return DemoSession.End(at: time, reason: reason)
    }
}

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

/// A sample user.
struct DemoUser: Sendable, Hashable {
    let id: User.ID
    /// Nil in apps that store no names.
    let name: String?
    let email: String?
    let role: Role.Name
    var createdAt: Timestamp
    var lastSeenAt: Timestamp
    /// The user's id at Apple; nil for a user with a password.
    let appleSubject: String?
    /// Since the last use.
    let isDisabled: Bool
}

/// The hours in which people use apps: many in the evening, few at night.
enum DemoDaytime {
    private static let weights: [(element: Int64, weight: Double)] = [
        1, 0.7, 0.5, 0.5, 0.7, 1.5, 3, 5, 6, 6, 6, 6.5, 7, 6.5, 6, 6, 6.5, 7.5, 8.5, 9, 8.5, 7, 4.5, 2,
    ].enumerated().map { (Int64($0.offset), $0.element) }

    /// A time within a range, in an hour as likely as people are awake.
    static func time(in range: Range<Timestamp>, _ random: inout SeededRandom) -> Timestamp {
        let day = random.time(from: range.lowerBound, to: range.upperBound).startOfDay
        let hour = day + .hours(random.pick(weights))
        let time = random.time(from: hour, to: hour + .hours(1))
        // The first and the last day are not whole.
        return range.contains(time) ? time : random.time(from: range.lowerBound, to: range.upperBound)
    }
}

/// A session of a sample user on one phone.
struct DemoSession: Sendable, Hashable {
    let id: Session.ID
    /// The place of the user in the list of users.
    let user: Int
    /// The installation of the app on the phone.
    let installation: String
    let phone: DemoPhone
    let address: String
    let createdAt: Timestamp
    var lastSeenAt: Timestamp
    var end: End?
    /// The hash of a token that does not exist.
    let tokenHash: [UInt8]
    /// Says when the user installs releases: the same for a release and an installation.
    let updateSeed: UInt64

    struct End: Sendable, Hashable {
        let at: Timestamp
        let reason: Session.EndReason
    }

    func isUsed(in slice: Range<Timestamp>) -> Bool { createdAt < slice.upperBound && lastSeenAt >= slice.lowerBound }
}
