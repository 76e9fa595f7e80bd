import { atLeast, atMost, type Finding, fixed, median, range, times, whole } from '../report.ts'

/** Runs one round and returns what it is compared by: how many operations a second were done, or how long one took. */
export type Round = () => Promise<number>

const rounds = 5

/**
 * How the app does beside a reference, as the ratio of their rates or times. They take turns in short rounds, after one
 * round each to warm up, so that whatever else the machine does falls on both: each round is compared with its
 * neighbour.
 */
export async function compare(app: Round, reference: Round) {
  await app()
  await reference()
  const pairs: { app: number; reference: number }[] = []
  for (let i = 0; i < rounds; i++) pairs.push({ app: await app(), reference: await reference() })
  const ratios = pairs.map((pair) => pair.app / pair.reference)
  return {
    ratio: median(ratios),
    ratios,
    app: pairs.map((pair) => pair.app),
    reference: pairs.map((pair) => pair.reference),
  }
}

/**
 * A round of the processor time of one operation, in milliseconds: `work` does some and counts them, `used` reads the
 * seconds used so far. Unlike a rate it hardly depends on what else uses the processors, the load itself included.
 */
export const costRound =
  (used: () => number, work: () => Promise<number>): Round =>
  async () => {
    const before = used()
    const operations = await work()
    return (1000 * (used() - before)) / operations
  }

type Comparison = Awaited<ReturnType<typeof compare>>

/** A comparison of rates as a finding: `of` names the reference and the unit. */
export function ratioFinding(
  what: string,
  { ratio, ratios, app, reference }: Comparison,
  { least, of }: { least: number; of: string },
): Finding {
  return {
    what,
    measured: fixed(ratio),
    ...atLeast(least, ratio),
    detail:
      `ratio ${range(ratios, fixed)}; Folio ${whole(median(app))} (${range(app)}), ` +
      `${of} ${whole(median(reference))} (${range(reference)}) a second`,
  }
}

const inMs = (value: number) =>
  value.toFixed(3 - Math.min(3, Math.floor(Math.log10(Math.max(value, 0.1)) + 1)))

/** A comparison of times, in milliseconds, as a finding: `of` names the reference. */
export function timesFinding(
  what: string,
  { ratio, ratios, app, reference }: Comparison,
  { most, of }: { most: number; of: string },
): Finding {
  return {
    what,
    measured: times(ratio),
    ...atMost(most, ratio, times),
    detail:
      `${range(ratios, times)}; ${inMs(median(app))} ms (${range(app, inMs)}), ` +
      `${of} ${inMs(median(reference))} ms (${range(reference, inMs)})`,
  }
}
