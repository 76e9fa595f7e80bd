import fc from 'fast-check'
import { isLongRun, randomRuns } from './random-runs.ts'

/** The cases of `npm test` are the same for every change, so that a failure comes from the change. */
const fixed = 530_134_110

/** The seed of random cases: `SEED`, which failures print; else a new one in long runs, and the same one in others. */
const given = process.env.SEED ?? (isLongRun ? undefined : fixed)
const casesOfOne = 100 // fast-check's own default
fc.configureGlobal({ ...randomRuns(casesOfOne), ...(given !== undefined && { seed: Number(given) }) })

/** The seed of a test that draws its cases itself. */
export const seedOfRun = (): number => Number(given ?? Math.floor(Math.random() * 2 ** 30))
