import { randomInt } from 'node:crypto'

/** Another one in each run, unless `SEED` tells which to take again. */
export const seedOf = (): number => Number(process.env.SEED ?? randomInt(2 ** 30))
