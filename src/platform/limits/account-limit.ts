import type pg from 'pg'
import { AppError } from '../../shared/errors.ts'
import { type AccountLimitRules, limitReached, periodText } from '../../shared/limit.ts'
import { dayMs, hourMs } from '../../shared/time.ts'
import { type Context, requireUser } from '../context.ts'
import { createRateLimiter } from './rate-limit.ts'

export type AccountLimit = {
  /**
   * Counts what the caller is about to do, does it, and takes back the count of the rest. The work calls `done` with
   * how much it did; if it fails, nothing counts. Throws `rate_limited` in words for people.
   */
  spend<T>(context: Context, points: number, work: (done: (points: number) => void) => Promise<T>): Promise<T>
}

const seconds = { hour: hourMs / 1000, day: dayMs / 1000 }

/** A limit for accounts, shared by all nodes. The first refusal of its rules counts. */
export function createAccountLimit(
  pool: pg.Pool,
  { name, rules, ...words }: AccountLimitRules,
): AccountLimit {
  const limiters = rules.map((rule) => {
    const limit = (kind: 'proven' | 'unproven') =>
      createRateLimiter(pool, {
        name: `${name}_${rule.within}_${kind}`,
        points: rule[kind],
        seconds: seconds[rule.within],
        of: name,
      })
    return { rule, proven: limit('proven'), unproven: limit('unproven') }
  })

  return {
    async spend(context, points, work) {
      const { userId, isUnproven } = requireUser(context)
      const kind = isUnproven ? 'unproven' : 'proven'
      let taken: typeof limiters = []
      const giveBack = async (unspent: number) => {
        if (unspent > 0) for (const one of taken) await one[kind].giveBack(userId, unspent)
      }
      for (const one of limiters) {
        try {
          await one[kind].take(userId, points)
        } catch (error) {
          await giveBack(points)
          throw inWords(error, { ...words, within: one.rule.within, points: one.rule[kind] })
        }
        taken = [...taken, one]
      }
      let spent = 0
      try {
        return await work((done) => {
          spent = done
        })
      } catch (error) {
        spent = 0
        throw error
      } finally {
        await giveBack(points - spent)
      }
    },
  }
}

type Words = Omit<AccountLimitRules, 'name' | 'rules'> & { within: 'hour' | 'day'; points: number }

/** The refusal, in words about what the person has done. */
function inWords(error: unknown, { said, again, field, within, points }: Words): unknown {
  const wait = error instanceof AppError && error.code === 'rate_limited' && error.details?.retry_after
  if (typeof wait !== 'number') return error
  return limitReached({
    reason: `You have ${said(points.toLocaleString('en-US'))} within ${periodText(seconds[within])}.`,
    again: `You can ${again}`,
    points,
    seconds: seconds[within],
    retryAfter: wait,
    field,
  })
}
