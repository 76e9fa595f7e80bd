import { tooBusy } from '../shared/errors.ts'

type Limits = {
  /** How many pieces of work are under way at a time. */
  running: number
  /** How many slots there are to wait beside them; a piece of work takes one unless its caller gives another number. */
  waiting: number
  /** How many slots one owner may take, running and waiting; no limit unless set. */
  each?: number
}

type Waiting = { resume: () => void; count: number }

/**
 * Runs work in turn: first come, first served, but the owners who wait take turns, so that one who brings much work
 * delays only their own. Large work may take several slots. Work beyond the limits is refused with `unavailable` and
 * the text `refusal`. Work without an owner counts as that of an owner by itself.
 */
export function createQueue({ running: limit, waiting: maxWaiting, each }: Limits, refusal: string) {
  const slots = new Map<string | symbol, number>()
  const waiting = new Map<string | symbol, Waiting[]>()
  let running = 0
  let queued = 0

  const take = (owner: string | symbol, count: number) => {
    const had = slots.get(owner) ?? 0
    const isFull = running >= limit && queued + count > maxWaiting
    if (isFull || had + count > (each ?? Number.POSITIVE_INFINITY)) throw tooBusy(refusal)
    slots.set(owner, had + count)
  }

  const leave = (owner: string | symbol, count: number) => {
    const left = (slots.get(owner) ?? 0) - count
    if (left > 0) slots.set(owner, left)
    else slots.delete(owner)
  }

  const wait = (owner: string | symbol, count: number) =>
    new Promise<void>((resume) => {
      queued += count
      waiting.set(owner, [...(waiting.get(owner) ?? []), { resume, count }])
    })

  /** Starts the next work, so that `running` stays as it is; the owner's other work goes to the end of the line. */
  const next = () => {
    const [first] = waiting
    if (!first) {
      running -= 1
      return
    }
    const [owner, [turn, ...others]] = first
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    queued -= turn?.count ?? 0
    turn?.resume()
  }

  return async <T>(
    work: () => Promise<T>,
    owner: string | symbol = Symbol('somebody'),
    count = 1,
  ): Promise<T> => {
    take(owner, count)
    try {
      if (running < limit) running += 1
      else await wait(owner, count)
      try {
        return await work()
      } finally {
        next()
      }
    } finally {
      leave(owner, count)
    }
  }
}
