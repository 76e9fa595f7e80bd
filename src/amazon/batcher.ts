type Batch<T> = { keys: string[]; close(): void; answers: Promise<ReadonlyMap<string, T>> }

/**
 * Joins look-ups that come within `windowMs` of each other into one `run` of at most `maxKeys` keys. A key already
 * being looked up shares that answer; one that `run` does not answer is undefined. Rejects with what `run` throws.
 */
export function createBatcher<T>(
  run: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
  { windowMs, maxKeys }: { windowMs: number; maxKeys: number },
): (key: string) => Promise<T | undefined> {
  const pending = new Map<string, Promise<T | undefined>>()
  let open: Batch<T> | null = null

  function openBatch(): Batch<T> {
    const keys: string[] = []
    const closed = Promise.withResolvers<void>()
    const close = () => {
      clearTimeout(timer)
      if (open?.keys === keys) open = null
      closed.resolve()
    }
    const timer = setTimeout(close, windowMs)
    return { keys, close, answers: closed.promise.then(() => run(keys)) }
  }

  return (key) => {
    const shared = pending.get(key)
    if (shared) return shared
    open ??= openBatch()
    const batch = open
    batch.keys.push(key)
    const answer = batch.answers.then((answers) => answers.get(key)).finally(() => pending.delete(key))
    pending.set(key, answer)
    if (batch.keys.length === maxKeys) batch.close()
    return answer
  }
}
