import { atLeast, atMost, type Finding, fixed, median, range, times, whole } from '../report.ts'

/** Runs one round and returns what it is compared by: how many operations a second were done, or how long one took. */
export type Round = () => Promise<number>

const rounds = 5

/**
 * How the app does beside a reference, as the ratio of their rates or times. They take turns in short rounds, after one round
 * each to warm up, so that whatever else the machine does falls on both: each round is compared with its neighbour.
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

type Comparison = Awaited<ReturnType<typeof compare>>

/** A comparison of rates as a finding: `of` names the reference and the unit. Without `least` it is only reported. */
export function ratioFinding(
  what: string,
  { ratio, ratios, app, reference }: Comparison,
  { least, of }: { least?: number; of: string },
): Finding {
  return {
    what,
    measured: fixed(ratio),
    ...(least === undefined ? { target: null, met: null } : atLeast(least, ratio)),
    detail:
      `ratio ${range(ratios, fixed)}; Folio ${whole(median(app))} (${range(app)}), ` +
      `${of} ${whole(median(reference))} (${range(reference)}) a second`,
  }
}

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
      `${range(ratios, times)}; ${fixed(median(app))} ms (${range(app, fixed)}), ` +
      `${of} ${fixed(median(reference))} ms (${range(reference, fixed)})`,
  }
}
