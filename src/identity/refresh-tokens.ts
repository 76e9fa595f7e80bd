import { createHash, createHmac, randomBytes } from 'node:crypto'

// In the grace of 10 s a chain can hardly grow longer than this; beyond it the token counts as reused.
const maxSteps = 1_000

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token that follows `parent`. Derived and not drawn, so that a parent can be answered with the same child
 * again although only hashes are stored.
 */
export const childOf = (secret: Buffer, parent: string): string =>
  createHmac('sha256', secret).update(parent).digest('base64url')

/** The descendant of `token` whose hash is `hash`; null when there is none near. */
export function descendantWithHash(secret: Buffer, token: string, hash: Buffer): string | null {
  let descendant = token
  for (let step = 0; step < maxSteps; step += 1) {
    descendant = childOf(secret, descendant)
    if (hashOfToken(descendant).equals(hash)) return descendant
  }
  return null
}
