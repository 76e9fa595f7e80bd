import { isAway } from '../browser/connection.ts'
import { createStore } from '../browser/store.ts'

/**
 * When the oldest of the kept answers was given that are shown now, in milliseconds; null where all came from the
 * server.
 */
export const shownFrom = createStore<number | null>(null)

/** Pages of admins, money, settings and files, by the beginning of their addresses: nothing kept is shown on them. */
const onlyOnline = /^\/(admin|earnings|profile|my-folio\/transfer)(\/|$)/

/** Whether a page opens only with a network. */
export const opensOnlyOnline = (path: string): boolean => onlyOnline.test(path)

/** Whether a page has to wait for the network, since only kept answers could be shown on it. */
export const waitsForServer = (path: string): boolean =>
  isAway() && shownFrom.get() !== null && opensOnlyOnline(path)
