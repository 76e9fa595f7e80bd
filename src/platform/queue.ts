import { tooBusy } from '../shared/errors.ts'

type Limits = {
  /** How many pieces of work are under way at a time. */
  running: number
  /** How many places there are to wait beside them; a piece of work takes one, or as many as are said. */
  waiting: number
  /** How many places one owner may take, at work and waiting; as many as there are unless set. */
  each?: number
}

type Waiting = { resume: () => void; count: number }

/**
 * Runs work in turn: first come, first served, but each owner has the next turn only after all others who wait, so that
 * whoever brings much waits for it alone. Large work may take several places. What is beyond the limits is refused
 * with `unavailable` and the words of `refusal`. Work without an owner is somebody's own.
 */
export function createQueue({ running: limit, waiting: maxWaiting, each }: Limits, refusal: string) {
  const places = new Map<string | symbol, number>()
  const waiting = new Map<string | symbol, Waiting[]>()
  let running = 0
  let queued = 0

  const take = (owner: string | symbol, count: number) => {
    const had = places.get(owner) ?? 0
    const isFull = running >= limit && queued + count > maxWaiting
    if (isFull || had + count > (each ?? Number.POSITIVE_INFINITY)) throw tooBusy(refusal)
    places.set(owner, had + count)
  }

  const leave = (owner: string | symbol, count: number) => {
    const left = (places.get(owner) ?? 0) - count
    if (left > 0) places.set(owner, left)
    else places.delete(owner)
  }

  const wait = (owner: string | symbol, count: number) =>
    new Promise<void>((resume) => {
      queued += count
      waiting.set(owner, [...(waiting.get(owner) ?? []), { resume, count }])
    })

  /** Gives the place on, so that `running` stays as it is; the owner's others stand at the end again. */
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
