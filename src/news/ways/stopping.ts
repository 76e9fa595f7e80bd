import type pg from 'pg'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { type AddressLimiter, createAddressLimiter } from '../../platform/limits/address-limit.ts'
import { newsSent } from '../../platform/metrics/counts.ts'
import { notFound } from '../../shared/errors.ts'
import { comes, isChoice, offerOf } from '../../shared/news/ways.ts'
import type { stopsContract } from './contract.ts'
import type { WaysKeys } from './push/push-keys.ts'
import { selectRecipient } from './sends-sql.ts'
import { selectChoices, setChoice } from './settings-sql.ts'
import { readStopToken, type Stop } from './stop-tokens.ts'

type Answer = z.input<(typeof stopsContract)['POST /api/v1/mail-stops/use']['response']>
type Deps = { keys: WaysKeys; limit: AddressLimiter }
type Pressed = { token: string; from: string }

/** How often the links of mails may be used from a network, with tokens right or wrong. */
export const createStopLimit = (pool: pg.Pool): AddressLimiter =>
  createAddressLimiter(
    pool,
    { name: 'mail_stops', points: 100, seconds: 600, of: 'uses of such links from your network' },
    (prefix) => prefix,
  )

/**
 * What the link of a mail would stop; nothing is changed, since programs that scan mails follow links. Throws
 * `not_found` for a token that is not ours, and `rate_limited`.
 */
export async function checkStop(context: Context, { token, from }: Pressed, deps: Deps): Promise<Answer> {
  const stop = await requireStop(context, { token, from }, deps)
  const chosen = await selectChoices(context.db, [stop.userId], stop.kind)
  return { kind: stop.kind, is_on: comes(stop.kind, 'mail', chosen.find(({ way }) => way === 'mail')?.is_on) }
}

/**
 * Stops the mails that a link is of, without signing in, or takes that back. It starts no session, and says nothing of
 * the account. Throws like `checkStop`.
 */
export async function useStop(
  context: Context,
  { isOn, ...pressed }: Pressed & { isOn: boolean },
  deps: Deps,
): Promise<Answer> {
  const { userId, kind } = await requireStop(context, pressed, deps)
  const changed = await whereBroken(
    { news_choices_user_id_fkey: linkNotFound },
    setChoice(
      context.db,
      { userId, kind, way: 'mail', isOn, by: 'link', at: context.clock() },
      offerOf(kind, 'mail') === 'on',
    ),
  )
  if (changed && !isOn) newsSent.inc({ way: 'mail', kind, outcome: 'stopped' })
  return { kind, is_on: isOn }
}

async function requireStop({ db }: Context, { token, from }: Pressed, { keys, limit }: Deps): Promise<Stop> {
  await limit.take(from)
  const stop = readStopToken(keys.stops, token)
  // Of a kind that has become fixed since, nothing can be stopped.
  if (!stop || !isChoice(stop.kind, 'mail') || !(await selectRecipient(db, stop.userId))) throw linkNotFound()
  return stop
}

const linkNotFound = () => notFound('Link')
