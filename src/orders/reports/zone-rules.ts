const hourMs = 3_600_000

/** Reads clocks of a time zone; what it found out of an hour it remembers. */
export function createZone(timeZone: string) {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()

  /** By how much the zone's clocks are ahead of UTC at an instant. Zones change on whole quarters of an hour. */
  function offsetMs(instant: number): number {
    const quarter = Math.floor(instant / (hourMs / 4))
    const remembered = known.get(quarter)
    if (remembered !== undefined) return remembered
    const [, sign, hours = 0, minutes = 0] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(instant)) ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    if (known.size > 10_000) known.clear()
    known.set(quarter, offset)
    return offset
  }

  return {
    /** The calendar day at an instant. */
    dayOf: (at: Date): string => new Date(at.getTime() + offsetMs(at.getTime())).toISOString().slice(0, 10),
    /** The instant at which the zone's clocks show a time, given as if it were UTC. */
    instantOf(clock: number): Date {
      const near = clock - offsetMs(clock)
      return new Date(clock - offsetMs(near))
    },
  }
}
export type Zone = ReturnType<typeof createZone>
