import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// People who enter the console with one role.
struct MemberGroup {
    let role: Role
    let total: Int
    let people: [User]
}
