// Two tabs, or a client whose answer was lost, may be this much behind.
const graceMs = 10_000

/** A refresh token as the database knows it. `childReplacedAt` is when its child was used, if it was. */
export type TokenState = { replacedAt: Date | null; childReplacedAt: Date | null }

/** `rotate`: make the child. `repeat`: answer with the active token once more. `reuse`: end the session. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse'

/**
 * What to do with a presented refresh token. A used one is answered again until its child has been used, plus
 * 10 s; after that two parties hold the chain. (Repeating for ever would let both go on for ever.)
 */
export function judgeRefresh({ replacedAt, childReplacedAt }: TokenState, now: Date): RefreshVerdict {
  if (replacedAt === null) return 'rotate'
  if (childReplacedAt === null) return 'repeat'
  return now.getTime() - childReplacedAt.getTime() <= graceMs ? 'repeat' : 'reuse'
}

/** True when the password has fewer than `minLength` characters, an emoji's code point counting as one. */
export const isTooShort = (password: string, minLength: number): boolean => [...password].length < minLength
