import ConsoleKit
import Domain
import WebCore

struct SessionSettings: SettingsForm {
    static let page = SettingsPage.sessions
    static let fieldNames = [
        "idle_seconds": "idle", "absolute_seconds": "absolute", "access_token_seconds": "access_token",
    ]

    private var idle: TypedSpan
    private var absolute: TypedSpan
    private var accessToken: TypedSpan
    private var sessions: SessionLifetimes
    private var accessTokenLifetime: Duration
    private var perPerson: Int
    private var typedPerPerson: String
    private var multiSession: Bool

    init(_ settings: TenantSettings) {
        sessions = settings.sessions
        accessTokenLifetime = settings.accessTokenLifetime
        idle = TypedSpan(settings.sessions.idle)
        absolute = TypedSpan(settings.sessions.absolute)
        accessToken = TypedSpan(settings.accessTokenLifetime)
        perPerson = settings.sessionsPerPerson
        typedPerPerson = String(settings.sessionsPerPerson)
        multiSession = settings.multiSession
    }

    mutating func read(_ fields: inout Fields) {
        let unused = idle.read("idle", in: TenantSettings.idleSeconds, &fields)
        let whole = absolute.read("absolute", in: TenantSettings.absoluteSeconds, &fields)
        sessions = SessionLifetimes(idle: unused ?? sessions.idle, absolute: whole ?? sessions.absolute)
        accessTokenLifetime =
            accessToken.read("access_token", in: TenantSettings.accessTokenSeconds, &fields) ?? accessTokenLifetime
        let count = fields.integer("sessions_per_person", in: TenantSettings.sessionCounts)
        if TenantSettings.sessionCounts.contains(Int(fields.typed("sessions_per_person")) ?? 0) { perPerson = count }
        typedPerPerson = fields.typed("sessions_per_person")
        multiSession = fields.bool("multi_session")
    }

    func apply(to settings: inout TenantSettings) {
        settings.sessions = sessions
        settings.accessTokenLifetime = accessTokenLifetime
        settings.sessionsPerPerson = perPerson
        settings.multiSession = multiSession
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                span: SpanView(
                    "idle",
                    "Inactivity timeout",
                    idle,
                    hint: "A session that is unused for this long ends, and the user signs in again.",
                    error: problems["idle"]
                )
            ),
            SettingView(
                span: SpanView(
                    "absolute",
                    "Maximum session length",
                    absolute,
                    hint: "A session ends this long after sign-in, however much it is used.",
                    error: problems["absolute"]
                )
            ),
            SettingView(
                span: SpanView(
                    "access_token",
                    "Access token lifetime",
                    accessToken,
                    hint:
                        "Gatehouse rejects the token of an ended session at once. A backend that verifies tokens locally trusts it until it expires.",
                    error: problems["access_token"]
                )
            ),
            SettingView(
                field: FieldView(
                    "sessions_per_person",
                    "Sessions per user",
                    value: typedPerPerson,
                    hint:
                        "From \(TenantSettings.sessionCounts.lowerBound) to \(TenantSettings.sessionCounts.upperBound). At the limit, a new sign-in ends the least recently used one.",
                    error: problems["sessions_per_person"],
                    maximumLength: 3,
                    isVerbatim: true
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "multi_session",
                    "Multiple accounts",
                    isTicked: multiSession,
                    title: "Allow account switching",
                    hint:
                        "For browsers that several people share, with Better Auth’s multi-session plugin. Anyone at the browser can switch to each signed-in account.",
                    error: problems["multi_session"]
                )
            ),
        ]
    }

    var finding: String {
        "Users are signed out after \(TypedSpan.words(sessions.idle)) of inactivity, and \(TypedSpan.words(sessions.absolute)) after sign-in at the latest. Each user has at most \(CountText.of(perPerson, "session", "sessions"))."
    }

    var lines: [SettingLine] {
        [
            SettingLine("idle", "Inactivity timeout", TypedSpan.words(sessions.idle)),
            SettingLine("absolute", "Maximum session length", TypedSpan.words(sessions.absolute)),
            SettingLine("access_token", "Access token lifetime", TypedSpan.words(accessTokenLifetime)),
            SettingLine("sessions_per_person", "Sessions per user", String(perPerson)),
            SettingLine("multi_session", "Account switching", multiSession.words),
        ]
    }
}
