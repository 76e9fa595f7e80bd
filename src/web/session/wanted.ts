import { inTab, parsed } from '../browser/storage.ts'

const pageKey = 'folio.wanted'
const followKey = 'folio.follow'

/**
 * Remembers, in this tab, which page (path and search) a visitor wanted, to go on there after signing in or up. Opening
 * any other page forgets it.
 */
export const rememberWanted = (address: string): void => inTab.write(pageKey, address)

/**
 * Where to go after signing in: the wanted page, otherwise the feed
 * (docs/product/addresses.md#resumed-after-signing-in).
 */
export function wantedPage(): string {
  const address = inTab.read(pageKey)
  // Only paths of this site, whatever is in the storage.
  return address && /^\/(?![/\\])/.test(address) ? address : '/feed'
}

/**
 * Forgets the wanted page: the person has arrived somewhere. `keepFollow` on profiles, since this may be the profile of
 * the person to follow.
 */
export function forgetWanted(keepFollow = false): void {
  if (!keepFollow) forgetFollow()
  inTab.forget(pageKey)
}

/** Whom to follow, by id, with the name and picture that the pages on the way show. */
export type Wanted = { id: string; name: string; avatar_url: string | null }

/** Remembers, in this tab, whom a visitor wanted to follow (docs/product/people.md#following). */
export const rememberFollow = ({ id, name, avatar_url }: Wanted): void =>
  inTab.write(followKey, JSON.stringify({ id, name, avatar_url }))

/** Whom the person wants to follow, as it is stored: the same text as long as it is the same person. */
export const storedFollow = (): string | null => inTab.read(followKey)

/** Whom a stored text names; null for none. */
export const followIn = (stored: string | null): Wanted | null => parsed(stored) as Wanted | null

/** True, once, when `userId` is whom the person wanted to follow before signing in. Forgets the wish in any case. */
export function takeFollow(userId: string): boolean {
  const wanted = followIn(storedFollow())
  forgetFollow()
  return wanted?.id === userId
}

/** Forgets whom to follow: the person went elsewhere. */
export const forgetFollow = (): void => inTab.forget(followKey)
