/** Dates in a time zone, as `2026-11-21`, computed differently from the program: Swedish dates are ISO dates. */
export function localDays(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (at) => format.format(at)
}
