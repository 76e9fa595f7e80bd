/** A moment by which a piece of work must be over, as a signal and as a time left. */
export type Deadline = { signal: AbortSignal; msLeft(): number }

/** A deadline `ms` from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms
  return { signal: AbortSignal.timeout(ms), msLeft: () => end - performance.now() }
}
