import Domain
import StrictJSON

extension ResponseSchema where Value == Device {
    package static let device = ResponseSchema(
        "Device",
        "The device of a session, as the client reports it.",
        [
            .init("name", Schema.text.nullable) { .init($0.name) },
            .init("model", Schema.text.nullable.example("iPhone16,1")) { .init($0.model) },
            .init("os_version", Schema.text.nullable.example("18.2")) { .init($0.osVersion) },
            .init("app_version", Schema.text.nullable.example("2.4.0")) { .init($0.appVersion) },
            .init("user_agent", Schema.text.nullable) { .init($0.userAgent) },
        ]
    )
}
