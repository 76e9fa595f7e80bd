import type { Progress } from '../runs/execute.ts'

/** The progress of work that nobody watches or stops. */
export const unwatched: Progress = {
  step: async () => {},
  watch: () => {},
  signal: new AbortController().signal,
}
