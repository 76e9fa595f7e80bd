import { randomInt } from 'node:crypto'

/** Another one in each run, unless `SEED` or `FIRST_SEED` sets it (tests/harness/seed.ts). */
export const seedOf = (): number => Number(process.env.SEED ?? process.env.FIRST_SEED ?? randomInt(2 ** 30))
