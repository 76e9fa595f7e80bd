/** So many an account may do within a time, and fewer while its address is unproven. */
export type AccountLimitRule = { within: 'hour' | 'day'; proven: number; unproven: number }

/** What an account may do so often. Whoever is refused reads `said` of the number that was done, then `again`. */
export type AccountLimitRules = {
  /** Keeps it apart from others. */
  name: string
  rules: AccountLimitRule[]
  /** As 'posted 60 products'. */
  said: (points: string) => string
  /** As 'post again'. */
  again: string
  /** The field that a refusal stands beside. */
  field?: string
}
