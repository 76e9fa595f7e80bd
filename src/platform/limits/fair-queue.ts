type Bounds = {
  /** How many pieces of work run at a time, and how many of one owner among them. */
  running: number
  runningEach?: number
  /** How many may wait besides: each piece of work takes one slot unless its caller asks for more. */
  waiting: number
  /** Waiting slots that this queue shares with others. */
  room?: Room
  /** How many slots one owner may take, running and waiting. */
  each?: number
  /** How long work waits before it is refused. */
  waitMs?: number
}

type Room = { taken: number; max: number }

/** The owner of the work; work without a name has an owner of its own. */
type Owner = string | symbol

type Waiter = { slots: number; begin: () => void; refuse: () => void }
type Owned = { running: number; slots: number; waiting: Waiter[] }

type Asked = { slots?: number; signal?: AbortSignal }

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * A queue of work: first come, first served, but waiting owners take turns, so that an owner with much work delays only
 * their own. When the queue is full, the last work of the owner with the most waiting is refused, which may be the
 * newcomer. The refused get `refusal`; `isOwn` is true for an owner who has too much work.
 */
export function createFairQueue(bounds: Bounds, refusal: (isOwn: boolean) => Error) {
  const { runningEach = Number.POSITIVE_INFINITY, each = Number.POSITIVE_INFINITY, room, waitMs } = bounds
  // In the order in which they are served next.
  const owners = new Map<Owner, Owned>()
  let running = 0
  let waiting = 0

  const mayBegin = (owned: Owned) => running < bounds.running && owned.running < runningEach

  const count = (slots: number) => {
    waiting += slots
    if (room) room.taken += slots
  }

  const hasRoom = (slots: number) =>
    waiting + slots <= bounds.waiting && (!room || room.taken + slots <= room.max)

  function putIn(owned: Owned, waiter: Waiter) {
    owned.waiting.push(waiter)
    count(waiter.slots)
  }

  function takeOut(owned: Owned, waiter: Waiter) {
    owned.waiting = owned.waiting.filter((other) => other !== waiter)
    count(-waiter.slots)
  }

  /** Refuses the last work of an owner who has more waiting than the newcomer will, if there is one. */
  function makeRoom(own: Owned, slots: number): boolean {
    if (hasRoom(slots)) return true
    const [longest] = [...owners.values()].sort((one, other) => other.waiting.length - one.waiting.length)
    const last = longest?.waiting.at(-1)
    if (!last || !longest || longest.waiting.length <= own.waiting.length + 1) return false
    takeOut(longest, last)
    last.refuse()
    return hasRoom(slots)
  }

  function beginNext() {
    for (const [owner, owned] of owners) {
      const [first] = owned.waiting
      if (!first || !mayBegin(owned)) continue
      takeOut(owned, first)
      // Behind the others.
      owners.delete(owner)
      owners.set(owner, owned)
      return first.begin()
    }
  }

  function leave(owner: Owner, owned: Owned, slots: number) {
    owned.slots -= slots
    if (owned.slots === 0) owners.delete(owner)
  }

  /**
   * Resolves when work of the owner may begin, to a function to call when it is over. Throws `refusal` if it may not
   * wait, has waited for too long, or the signal says that nobody waits for it any more.
   */
  function take(owner: Owner = Symbol('somebody'), { slots = 1, signal }: Asked = {}): Promise<() => void> {
    const owned = owners.get(owner) ?? { running: 0, slots: 0, waiting: [] }
    const refused = () => refusal(owned.running >= runningEach)
    if (owned.slots + slots > each || signal?.aborted) return Promise.reject(refused())
    const begins = mayBegin(owned)
    if (!begins && !makeRoom(owned, slots)) return Promise.reject(refused())
    owners.set(owner, owned)
    owned.slots += slots
    const begin = () => {
      running += 1
      owned.running += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        running -= 1
        owned.running -= 1
        leave(owner, owned, slots)
        beginNext()
      }
    }
    if (begins) return Promise.resolve(begin())
    return new Promise((resolve, reject) => {
      const forget = () => {
        clearTimeout(patience)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiter: Waiter = {
        slots,
        begin: () => {
          forget()
          resolve(begin())
        },
        refuse: () => {
          forget()
          leave(owner, owned, slots)
          reject(refused())
        },
      }
      const giveUp = () => {
        takeOut(owned, waiter)
        waiter.refuse()
      }
      const patience = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp)
      putIn(owned, waiter)
    })
  }

  return {
    take,
    /** Does work when it reaches the front. Throws `refusal` as `take` does. */
    async run<T>(work: () => Promise<T>, owner?: Owner, asked?: Asked): Promise<T> {
      const end = await take(owner, asked)
      try {
        return await work()
      } finally {
        end()
      }
    },
    /** Whether nothing runs or waits. */
    isIdle: () => owners.size === 0,
  }
}
