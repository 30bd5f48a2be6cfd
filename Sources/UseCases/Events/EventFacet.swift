import Domain
import Foundation

/// An attribute by which events can be counted.
public enum EventFacet: String, Sendable, CaseIterable {
    case source, stage, outcome, code, provider, platform, environment
    case appVersion = "app_version"
    case osVersion = "os_version"
    case deviceModel = "device_model"
}
