import { ApiError } from '../../client.ts'

/** What to tell of a failed call. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'An unexpected error occurred'
