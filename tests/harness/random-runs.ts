const times = process.env.HISTORIES

/** Whether this is `npm run test:histories`, which sets `HISTORIES`. */
export const isLongRun: boolean = times !== undefined

/**
 * How many random cases to try, out of the `numRuns` that a test names: a quarter in `npm test`, `HISTORIES` times as
 * many in `npm run test:histories`.
 */
export const randomRuns = (numRuns: number): { numRuns: number } => ({
  numRuns: Math.ceil(numRuns * Number(times ?? 1 / 4)),
})
