/** A moment by which a piece of work must be over, as a signal and as a time left. */
export type Deadline = { signal: AbortSignal; msLeft(): number }

/** A deadline `ms` from now, or as soon as `stopping` is aborted. */
export function deadlineIn(ms: number, stopping?: AbortSignal): Deadline {
  const end = performance.now() + ms
  const timeout = AbortSignal.timeout(ms)
  return {
    signal: stopping ? AbortSignal.any([timeout, stopping]) : timeout,
    msLeft: () => (stopping?.aborted ? 0 : end - performance.now()),
  }
}
