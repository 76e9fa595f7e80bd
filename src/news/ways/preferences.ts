import type { z } from 'zod'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import { deviceName } from '../../platform/user-agent.ts'
import { accountDeleted, forbidden, invalid, notFound } from '../../shared/errors.ts'
import { isChoice, isWayKind, offerOf, type Way, type WayKind } from '../../shared/news/ways.ts'
import { selectBounce } from './bounces-sql.ts'
import { type Quiet, usualClockwork } from './clock-rules.ts'
import { clockOf } from './clocks.ts'
import type { exportedWays, OwnWays, ownWaysContract } from './contract.ts'
import { deleteDevice, putDevice, selectDevices } from './push/devices-sql.ts'
import { isPushEndpoint } from './push/push-endpoints.ts'
import type { WaysKeys } from './push/push-keys.ts'
import { selectRecipient } from './sends-sql.ts'
import { selectChoices, selectSettings, setChoice, setQuiet, setZone } from './settings-sql.ts'

type Deps = { keys: WaysKeys; limit: RateLimiter }

/** On which ways the caller gets news. */
export async function readOwnWays(context: Context, { keys }: Pick<Deps, 'keys'>): Promise<OwnWays> {
  const { userId, sessionId, isUnproven = false } = requireUser(context)
  const { db } = context
  const [choices, [settings], person, bounce, devices] = await Promise.all([
    selectChoices(db, [userId]),
    selectSettings(db, [userId]),
    selectRecipient(db, userId),
    selectBounce(db, userId),
    selectDevices(db, userId),
  ])
  if (!person) throw accountDeleted()
  return {
    choices: choices.flatMap(({ kind, way, is_on }) =>
      isWayKind(kind) && isChoice(kind, way) ? [{ kind, way, is_on }] : [],
    ),
    time_zone: settings?.time_zone ?? null,
    quiet: settings ? clockOf(settings).quiet : usualClockwork.quiet,
    email: person.email,
    is_unproven: isUnproven,
    bounces_since: bounce?.began_at.toISOString() ?? null,
    push_key: keys.push.publicKey,
    devices: devices.map(({ id, user_agent, added_at, session_id }) => ({
      id,
      device: deviceName(user_agent),
      added_at: added_at.toISOString(),
      is_current: session_id === sessionId,
    })),
  }
}

/** The caller's choices for their export. To be read in the caller's transaction. */
export async function exportWays(context: Context): Promise<z.input<typeof exportedWays>> {
  const { userId } = requireUser(context)
  const choices = await selectChoices(context.db, [userId])
  const [settings] = await selectSettings(context.db, [userId])
  return {
    news_choices: choices.map(({ kind, way, is_on }) => ({ kind, way, is_on })),
    news_settings: settings ? { time_zone: settings.time_zone, quiet: clockOf(settings).quiet } : null,
  }
}

type Chosen = { kind: WayKind; way: Way; is_on: boolean }

/**
 * Chooses whether news of a kind come to the caller on a way. Throws `forbidden` for what nobody chooses, such as mails
 * about the sign-in, and `rate_limited`.
 */
export async function chooseWay(
  context: Context,
  { kind, way, is_on }: Chosen,
  deps: Deps,
): Promise<OwnWays> {
  const { userId } = requireUser(context)
  if (!isChoice(kind, way))
    throw forbidden('This is not a choice: it comes so that nothing happens unnoticed.')
  await deps.limit.take(userId)
  await changing(
    setChoice(
      context.db,
      { ...{ userId, kind, way }, isOn: is_on, by: 'settings', at: context.clock() },
      offerOf(kind, way) === 'on',
    ),
  )
  return readOwnWays(context, deps)
}

/** Sets the caller's quiet hours. Throws `rate_limited`. */
export async function setOwnQuiet(context: Context, quiet: Quiet, deps: Deps): Promise<OwnWays> {
  const { userId } = requireUser(context)
  await deps.limit.take(userId)
  await changing(setQuiet(context.db, userId, quiet))
  return readOwnWays(context, deps)
}

type ZoneChange = z.output<(typeof ownWaysContract)['PUT /api/v1/me/ways/zone']['body']>

/** Sets the caller's zone; a browser's counts only while none is known. Throws `rate_limited`. */
export async function setOwnZone(
  context: Context,
  { time_zone, by }: ZoneChange,
  { limit }: Pick<Deps, 'limit'>,
): Promise<void> {
  const { userId } = requireUser(context)
  await limit.take(userId)
  await changing(setZone(context.db, userId, time_zone, by))
}

type Device = z.output<(typeof ownWaysContract)['PUT /api/v1/me/ways/device']['body']>

/**
 * Sends messages to the caller's browser, as long as the calling session lasts. Throws `validation_failed` for an
 * address of no known push service, and `rate_limited`.
 */
export async function putOwnDevice(
  context: Context,
  { endpoint, keys }: Device,
  { limit }: Pick<Deps, 'limit'>,
): Promise<void> {
  const { userId, sessionId } = requireUser(context)
  if (!isPushEndpoint(endpoint)) throw invalid('endpoint', 'Messages cannot be sent to this browser.')
  await limit.take(userId)
  const device = {
    ...{ userId, sessionId, endpoint, at: context.clock() },
    public_key: Buffer.from(keys.p256dh, 'base64url'),
    secret: Buffer.from(keys.auth, 'base64url'),
  }
  await inTransaction(context, ({ db }) => changing(putDevice(db, device)))
}

/** Sends no more messages to one of the caller's browsers. Throws `not_found`. */
export async function removeOwnDevice(context: Context, id: string): Promise<void> {
  const { userId } = requireUser(context)
  if (!(await deleteDevice(context.db, userId, id))) throw notFound('Device')
}

/** An account may be deleted while it changes something. */
const changing = <T>(work: Promise<T>): Promise<T> =>
  whereBroken(
    {
      news_choices_user_id_fkey: accountDeleted,
      news_settings_user_id_fkey: accountDeleted,
      push_devices_user_id_fkey: accountDeleted,
      push_devices_session_id_fkey: accountDeleted,
    },
    work,
  )
