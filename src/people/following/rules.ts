import type { AccountLimitRules } from '../../shared/limit.ts'

/** The people whom an account may begin to follow: far more than somebody does who looks through all creators. */
export const followLimit: AccountLimitRules = {
  name: 'follows',
  rules: [
    { within: 'hour', proven: 200, unproven: 100 },
    { within: 'day', proven: 600, unproven: 200 },
  ],
  said: (people) => `followed ${people} people`,
  again: 'follow others again',
}
