import fc from 'fast-check'
import { isLongRun, randomRuns } from './random-runs.ts'

/** The cases of `npm test`: the same for every change, so that what fails is of the change. */
const fixed = 530_134_110

/** Where random cases begin: at `SEED`, which failures print; else anew in long runs, and at the same place in others. */
const given = process.env.SEED ?? (isLongRun ? undefined : fixed)
const casesOfOne = 100 // fast-check's own default
fc.configureGlobal({ ...randomRuns(casesOfOne), ...(given !== undefined && { seed: Number(given) }) })

/** The seed of a test that draws its cases itself. */
export const seedOfRun = (): number => Number(given ?? Math.floor(Math.random() * 2 ** 30))
