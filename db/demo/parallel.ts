/** Runs `work` for each item, at most `limit` at a time. The first failure ends it, once what is under way has ended. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next++
      try {
        results[at] = await work(items[at] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  return results
}
