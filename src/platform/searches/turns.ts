import { addressPrefix } from '../address-prefix.ts'
import type { Context } from '../context.ts'
import { createBoundedTurns } from './bounded-turns.ts'

/** Does a search in the caller's turn: the account's, or without sign-in the address's. */
export type SearchTurns = <T>(
  { actor }: Pick<Context, 'actor'>,
  address: string,
  search: () => Promise<T>,
) => Promise<T>

/**
 * Turns for all searches of this process. Each holds one connection, and all together at most half of them, so that
 * searches alone stop nothing else.
 */
export function createSearchTurns(connections: number): SearchTurns {
  const turns = createBoundedTurns({
    of: 'searches',
    ofOne: 4,
    inAll: Math.floor(connections / 2),
    waitMs: 1_000,
    waiting: 200,
  })
  return ({ actor }, address, search) =>
    turns(actor ? `account ${actor.userId}` : `network ${addressPrefix(address)}`, search)
}
