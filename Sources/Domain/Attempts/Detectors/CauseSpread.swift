/// How many results of one step, by one source, have a code, in the hours around an attempt.
public struct CauseSpread: Sendable, Hashable {
    /// Results with the release of the attempt; none for an attempt without one.
    public var release: Share
    public var others: Share

    public init(release: Share = Share(0, of: 0), others: Share = Share(0, of: 0)) {
        self.release = release
        self.others = others
    }

    var all: Share { Share(release.count + others.count, of: release.total + others.total) }

    /// Fewer results say nothing.
    private static let sample = 20

    private static func isMost(_ share: Share) -> Bool { share.total >= sample && (share.value ?? 0) >= 0.5 }

    /// Whether most results have it in this release, and few in other ones; or many have it in this one, and hardly any
    /// in others.
    var isOfRelease: Bool {
        guard others.total >= Self.sample, let here = release.value, let elsewhere = others.value else { return false }
        if isMostOfRelease { return elsewhere <= here / 4 }
        return release.count >= Self.sample && others.total >= 10 * Self.sample && here >= 0.05
            && elsewhere <= here / 20
    }

    var isMostOfRelease: Bool { Self.isMost(release) }

    /// Whether there are too few results to say anything.
    var isSmall: Bool { all.total < Self.sample }

    /// Whether most results have it, whatever the release.
    var isGeneral: Bool { Self.isMost(all) && !isOfRelease }

    /// Whether more have it than single networks explain, and not most.
    var isFrequent: Bool { all.total >= 10 * Self.sample && (all.value ?? 0) >= 0.1 && !isGeneral && !isOfRelease }

    /// Whether so few have it that what all apps have in common is not the cause.
    var isRare: Bool { all.total >= 10 * Self.sample && (all.value ?? 1) <= 0.02 }
}
