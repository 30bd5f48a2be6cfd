extension OTLPScope {
    init(_ members: OTLPMembers) throws(ItemError) {
        self.init(
            name: try members.text("name"),
            version: try members.text("version"),
            attributes: try members.attributes("attributes")
        )
    }
}
