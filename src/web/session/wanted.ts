import { inTab } from '../browser/storage.ts'

const pageKey = 'folio.wanted'
export const followKey = 'folio.follow'

/**
 * Remembers, in this tab, where a signed-out person was going (path and search), to go on there after signing in
 * or up. Opening any other page instead makes it forgotten.
 */
export const rememberWanted = (address: string): void => inTab.write(pageKey, address)

/**
 * Where to go after signing in: what was wanted, otherwise the feed
 * (docs/product/addresses.md#resumed-after-signing-in).
 */
export function wantedPage(): string {
  const address = inTab.read(pageKey)
  // Never to another site, whatever got into the storage.
  return address && /^\/(?![/\\])/.test(address) ? address : '/feed'
}

/** The person has arrived somewhere. `keepFollow` on the profiles, one of which may be that of whom to follow. */
export function forgetWanted(keepFollow = false): void {
  if (!keepFollow) forgetFollow()
  inTab.forget(pageKey)
}

/** Whom to follow, by id and by what the pages on the way call them. */
export type Wanted = { id: string; name: string }

/** Remembers, in this tab, whom a signed-out person wanted to follow (docs/product/people.md#following). */
export const rememberFollow = ({ id, name }: Wanted): void => inTab.write(followKey, `${id} ${name}`)

/** True, once, when it was `userId` whom the person wanted to follow before signing in; nobody is wanted afterwards. */
export function takeFollow(userId: string): boolean {
  const wanted = inTab.read(followKey)
  forgetFollow()
  return wanted?.split(' ')[0] === userId
}

/** The person went elsewhere instead. */
export const forgetFollow = (): void => inTab.forget(followKey)
