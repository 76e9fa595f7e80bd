import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void }

export type GroupCommitOptions<T, R> = {
  /** Writes a batch and returns each item's result, in order. Whatever it throws, everyone waiting gets. */
  write: (items: T[]) => Promise<R[]>
  /** Begins a batch: says of one waiting item after another whether it joins. The first one must. */
  beginBatch: () => (item: T) => boolean
  /** How many items a batch holds. */
  maxBatch: number
  maxWaiting: number
  /** What an item is refused with when too many wait. */
  refusal: () => Error
}

/** A batch of so many does not wait for those that reached the process with it: the next one takes them. */
const enoughAtOnce = 8

/**
 * One writer for many: while a batch is being written, new items gather for the next. So under load a commit is
 * shared by all who wait for it, and without load an item is written at once. Each promise settles after its batch.
 */
export function createGroupCommit<T, R>(options: GroupCommitOptions<T, R>) {
  let waiting: Waiting<T, R>[] = []
  let writing = false

  async function writeAll() {
    writing = true
    while (waiting.length > 0) {
      // Requests that reached the process together are handled before the next turn: they share the batch.
      if (waiting.length < enoughAtOnce) await nextTurn()
      await writeBatch(takeBatch())
    }
    writing = false
  }

  /** Those that may not join keep their places. */
  function takeBatch() {
    const joins = options.beginBatch()
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of waiting) (batch.length < options.maxBatch && joins(one.item) ? batch : left).push(one)
    waiting = left
    return batch
  }

  async function writeBatch(batch: Waiting<T, R>[]) {
    try {
      const results = await options.write(batch.map((one) => one.item))
      // In the next turn, when the next batch is on its way: the database does not wait while these are answered.
      setImmediate(() => {
        batch.forEach((one, i) => {
          one.resolve(results[i] as R)
        })
      })
    } catch (error) {
      // What failed this batch would fail the others as well, each after the same wait.
      for (const one of [...batch, ...waiting.splice(0)]) one.reject(error)
    }
  }

  return function add(item: T): Promise<R> {
    if (waiting.length >= options.maxWaiting) return Promise.reject(options.refusal())
    const result = new Promise<R>((resolve, reject) => waiting.push({ item, resolve, reject }))
    if (!writing) void writeAll()
    return result
  }
}
