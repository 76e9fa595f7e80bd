import { tooBusy } from '../shared/errors.ts'

type Limits = {
  /** How many pieces of work are under way at a time. */
  running: number
  /** How many may wait beside them. */
  waiting: number
  /** How many of all these one owner may have; as many as there are unless set. */
  each?: number
}

/**
 * Runs work in turn: first come, first served, but each owner has the next turn only after all others who wait, so that
 * whoever brings much waits for it alone. What is beyond the limits is refused with `unavailable` and the words of
 * `refusal`. Work without an owner is somebody's own.
 */
export function createQueue({ running: limit, waiting: maxWaiting, each }: Limits, refusal: string) {
  const places = new Map<string | symbol, number>()
  const waiting = new Map<string | symbol, (() => void)[]>()
  let running = 0
  let queued = 0

  const take = (owner: string | symbol) => {
    const had = places.get(owner) ?? 0
    const isFull = running >= limit && queued >= maxWaiting
    if (isFull || had >= (each ?? Number.POSITIVE_INFINITY)) throw tooBusy(refusal)
    places.set(owner, had + 1)
  }

  const leave = (owner: string | symbol) => {
    const left = (places.get(owner) ?? 0) - 1
    if (left > 0) places.set(owner, left)
    else places.delete(owner)
  }

  const wait = (owner: string | symbol) =>
    new Promise<void>((resolve) => {
      queued += 1
      waiting.set(owner, [...(waiting.get(owner) ?? []), resolve])
    })

  /** Gives the place on, so that `running` stays as it is; the owner's others stand at the end again. */
  const next = () => {
    const [first] = waiting
    if (!first) {
      running -= 1
      return
    }
    const [owner, [resume, ...others]] = first
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    queued -= 1
    resume?.()
  }

  return async <T>(work: () => Promise<T>, owner: string | symbol = Symbol('somebody')): Promise<T> => {
    take(owner)
    try {
      if (running < limit) running += 1
      else await wait(owner)
      try {
        return await work()
      } finally {
        next()
      }
    } finally {
      leave(owner)
    }
  }
}
