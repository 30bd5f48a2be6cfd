import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases

/// What a browser calls itself, cut to what a row holds.
package enum UserAgent {
    static let maximumLength = 300

    package static func text(_ headers: HTTPFields) -> String? {
        headers[.userAgent].map {
            VisibleText.escaped(String($0.beginning(ofBytes: maximumLength * 4).prefix(maximumLength)))
        }
    }
}
