import type { PasswordCost } from '../passwords.ts'

/** The lowest cost that argon2 takes: tests need no safe hashes. */
export const minCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
