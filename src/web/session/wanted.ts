import { inTab, parsed } from '../browser/storage.ts'

const pageKey = 'folio.wanted'
const followKey = 'folio.follow'
const heartsKey = 'folio.hearts'

/**
 * Remembers, in this tab, which page (path and search) a visitor wanted, to continue there after signing in or up.
 * Opening any other page forgets it.
 */
export const rememberWanted = (address: string): void => inTab.write(pageKey, address)

/**
 * The page after signing in: the wanted one, otherwise the feed (docs/product/addresses.md#resumed-after-signing-in).
 */
export function wantedPage(): string {
  const address = inTab.read(pageKey)
  // Only paths of this site, whatever is in the storage.
  return address && /^\/(?![/\\])/.test(address) ? address : '/feed'
}

/**
 * Forgets the wanted page: the person has arrived somewhere. A wish that this page may carry out stays: `follow` on
 * profiles, `hearts` on the page of what is saved.
 */
export function forgetWanted(carriedOut?: 'follow' | 'hearts'): void {
  if (carriedOut !== 'follow') forgetFollow()
  if (carriedOut !== 'hearts') forgetHearts()
  inTab.forget(pageKey)
}

/** Remembers, in this tab, that a visitor wanted to keep the hearts (docs/product/lists-screens.md#saved). */
export const rememberHearts = (): void => inTab.write(heartsKey, 'keep')

export const wantsHearts = (): boolean => inTab.read(heartsKey) !== null

/** The hearts are kept, or the visitor came back without signing in. */
export const forgetHearts = (): void => inTab.forget(heartsKey)

/** The person to follow, by id, with the name and picture that the pages on the way show. */
export type Wanted = { id: string; name: string; avatar_url: string | null }

/** Remembers, in this tab, the person whom a visitor wanted to follow (docs/product/people.md#following). */
export const rememberFollow = ({ id, name, avatar_url }: Wanted): void =>
  inTab.write(followKey, JSON.stringify({ id, name, avatar_url }))

/** Whom the person wants to follow, as it is stored: the same text as long as it is the same person. */
export const storedFollow = (): string | null => inTab.read(followKey)

/** Whom a stored text names; null for none. */
export const followIn = (stored: string | null): Wanted | null => parsed(stored) as Wanted | null

/** True, once, if `userId` is the person whom the visitor wanted to follow. Forgets the wish in any case. */
export function takeFollow(userId: string): boolean {
  const wanted = followIn(storedFollow())
  forgetFollow()
  return wanted?.id === userId
}

/** Forgets the person to follow, since the visitor went elsewhere. */
export const forgetFollow = (): void => inTab.forget(followKey)
