import HTTPTypes
import WebCore

extension Console {
    package func deviceMark(_ headers: HTTPFields) -> String? {
        DeviceCookie.mark(ConsoleCookie.device, in: headers, isSecure: address.isSecure)
    }
}
