import Foundation

/// Reads figures of this process. Nil where `/proc` is missing.
enum ProcessFigures {
    static var residentBytes: Double? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { return nil }
        return kibibytes * 1024
    }

    static var openDescriptors: Double? {
        // Listing the folder opens a descriptor itself.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    static var maximumDescriptors: Double? {
        guard let limits = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8),
            let line = limits.split(separator: "\n").first(where: { $0.hasPrefix("Max open files") })
        else { return nil }
        return line.split(whereSeparator: \.isWhitespace).dropFirst(3).first.flatMap { Double($0) }
    }

    static var processorSeconds: Double? {
        let ticks = clock()
        // `CLOCKS_PER_SEC` is a million on every system (POSIX, XSI option).
        return ticks < 0 ? nil : Double(ticks) / 1_000_000
    }
}
