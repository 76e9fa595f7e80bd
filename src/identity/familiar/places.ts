import { createHmac } from 'node:crypto'
import { addressPrefix } from '../../platform/address-prefix.ts'
import type { Context } from '../../platform/context.ts'
import { dayMs } from '../../shared/time.ts'
import type { Device } from './device.ts'
import { markOf, newMark, sendMark } from './mark.ts'
import { type Account, noteFamiliar, readFamiliar } from './sql.ts'

/** The origin of a call. */
export type Place = Pick<Device, 'address' | 'browser'>

/** A place as limits count it: a browser or a network, and whether a sign-in was completed there. */
export type KnownPlace = { key: string; isFamiliar: boolean; isBrowser: boolean }

export type FamiliarPlaces = ReturnType<typeof createFamiliarPlaces>

const familiarMs = 90 * dayMs

/**
 * The places where people have completed a sign-in within 90 days: their browsers, by a mark in a cookie, and for
 * browsers without one the network (docs/decisions/0004-sessions.md).
 */
export function createFamiliarPlaces(secret: Buffer, siteUrl: string) {
  const browserHash = (mark: string) => createHmac('sha256', secret).update(`browser ${mark}`).digest()
  const networkHash = (network: string) => createHmac('sha256', secret).update(`network ${network}`).digest()
  const networkOf = ({ address }: Place) => (address ? addressPrefix(address) : '')

  return {
    /** What the place of a call means for an account, for a person who has shown these steps. */
    async find(
      { db, clock }: Context,
      account: Account,
      from: Place,
      level: 'aal1' | 'aal2',
    ): Promise<KnownPlace> {
      const network = networkOf(from)
      const mark = markOf(from.browser, siteUrl)
      const [ofBrowser, ofNetwork] = [browserHash(mark ?? newMark()), networkHash(network)]
      const all = await readFamiliar(db, account, { browser: ofBrowser, network: ofNetwork, now: clock() })
      const found = all.filter((place) => level === 'aal1' || place.level === level)
      const isBrowser = found.some((place) => place.isBrowser)
      const key = isBrowser ? ofBrowser.toString('base64url') : network
      return { key, isFamiliar: found.length > 0, isBrowser }
    },

    /** Makes the place familiar after somebody has shown all steps of their account there. */
    async keep(
      { db, clock }: Context,
      { userId, level }: { userId: string; level: 'aal1' | 'aal2' },
      from: Place,
    ): Promise<void> {
      const mark = markOf(from.browser, siteUrl) ?? newMark()
      if (from.browser) sendMark(from.browser, mark, familiarMs / 1_000, siteUrl)
      const places = [...(from.browser ? [browserHash(mark)] : []), networkHash(networkOf(from))]
      await noteFamiliar(db, { userId, places, level, until: new Date(clock().getTime() + familiarMs) })
    },
  }
}
