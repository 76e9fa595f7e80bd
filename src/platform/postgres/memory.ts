import { totalmem } from 'node:os'

const mb = 1024 ** 2
const minBytes = 128 * mb
const maxBytes = 1024 * mb

/**
 * The server's own cache of its files, in bytes: an eighth of the memory that this process may use, between 128 MB,
 * PostgreSQL's default, and 1 GB. The rest is for Node and for the system's cache, which holds what does not fit
 * (decision 2).
 */
export function sharedBuffers(available = availableMemory()): number {
  const share = Math.floor(available / 8 / mb) * mb
  return Math.min(maxBytes, Math.max(minBytes, share))
}

/** The memory of the machine, or of the container if that is less. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
