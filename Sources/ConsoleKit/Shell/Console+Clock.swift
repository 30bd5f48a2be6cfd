extension Console {
    package func clock(for context: some ConsoleContext) -> PageClock {
        PageClock(now: now, zone: zone(context), texts: texts(context))
    }
}
