const times = Number(process.env.HISTORIES ?? 1)

/**
 * How many random histories to try: `numRuns` in a run of all tests, each with other seeds, and `HISTORIES` times as
 * many (ten unless said otherwise) in `npm run test:histories`.
 */
export const randomRuns = (numRuns: number): { numRuns: number } => ({ numRuns: numRuns * times })
