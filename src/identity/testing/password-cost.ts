import type { PasswordCost } from '../passwords.ts'

/** The least that argon2 takes: what tests sign in with need not be hard to guess. */
export const leastCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
