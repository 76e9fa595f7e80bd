import type { DatabaseAddress } from '../database/database.ts'
import type { AddressCounter, LimitName } from '../limits/address-counter.ts'
import type { Line } from './line.ts'

/** What a worker learns when it begins. */
export type Place = {
  /** From 1 on; a replacement has the number of the worker that it replaces. */
  worker: number
  /** How many workers there are. */
  size: number
  address: DatabaseAddress
  siteUrl: string
  port: number
  /** One of them runs the jobs. */
  runsJobs: boolean
}

/** Questions that workers ask each other through their parent. */
export type Question = 'metrics' | 'refusals'

/** How a worker is to end: another has taken its place, or the whole program ends. */
export type Ending = 'replaced' | 'stopped'

/** The other workers of this parent, as one of them sees them (decision 91). */
export type Team = {
  size: number
  /** A limit of addresses that all workers count together, exactly. */
  limiter(of: LimitName): AddressCounter
  /** Sets how this worker answers a question of the others. */
  answers(question: Question, answer: () => unknown): void
  /**
   * The others' answers; for metrics also the counts of those that have ended. A worker that does not answer is
   * missing.
   */
  others<T>(question: Question): Promise<T[]>
}

/** The team over the line to the parent. */
export function createTeam(line: Line, size: number, own: Partial<Record<Question, () => unknown>>): Team {
  return {
    size,
    limiter: (of) => createSharedLimiter(line, of),
    answers: (question, answer) => {
      own[question] = answer
    },
    others: async <T>(question: Question) => {
      const counts = question === 'metrics' ? await own.metrics?.() : undefined
      return (await line.ask<T[]>('others', { question, own: counts })) ?? []
    },
  }
}

/** Asks the parent, once for everything that comes within a turn of the event loop. */
function createSharedLimiter(line: Line, of: LimitName): AddressCounter {
  let batch: { addresses: string[]; answers: Promise<boolean[] | undefined> } | undefined

  function begin() {
    const addresses: string[] = []
    const answers = new Promise<boolean[] | undefined>((resolve) =>
      setImmediate(() => {
        batch = undefined
        resolve(line.ask<boolean[]>('limited', { of, addresses }))
      }),
    )
    return { addresses, answers }
  }

  return async (address) => {
    batch ??= begin()
    const index = batch.addresses.push(address) - 1
    return (await batch.answers)?.[index] ?? false
  }
}
