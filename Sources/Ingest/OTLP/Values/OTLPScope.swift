import StrictJSON

/// The library that made records.
struct OTLPScope: Hashable {
    var name = ""
    var version = ""
    var attributes = JSONObject()
}
