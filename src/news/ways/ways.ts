import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../platform/database/schema.ts'
import { createRateLimiter } from '../../platform/limits/rate-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { dayMs } from '../../shared/time.ts'
import { createPushClient } from './push/push-client.ts'
import { readKeys } from './push/push-keys.ts'
import { createSending } from './sending.ts'
import { createStopLimit } from './stopping.ts'

type Options = {
  db: Kysely<DB>
  pool: pg.Pool
  log: FastifyBaseLogger
  mailer: Pick<Mailer, 'send'>
  siteUrl: string
  settings: { contact?: string | undefined; testOrigin?: string | undefined }
}

/** The ways on which news come (docs/product/ways.md#what-comes-on-which-way). Makes its keys at the first start. */
export async function createWays({ db, pool, log, mailer, siteUrl, settings }: Options) {
  const keys = await readKeys(db)
  const push = createPushClient({
    keys: keys.push,
    contact: settings.contact ?? contactOf(siteUrl),
    testOrigin: settings.testOrigin,
  })
  const sending = createSending({ keys, mailer, push, siteUrl, log })
  return {
    keys,
    sending,
    /** Sends what another slice has written on the ways that an account has chosen for its kind. */
    sendByWays: sending.sendByWays,
    /** How often an account changes its ways. */
    changes: createRateLimiter(pool, {
      ...{ name: 'ways', points: 300, seconds: dayMs / 1_000 },
      of: 'changes of your notifications',
    }),
    mails: createRateLimiter(pool, {
      ...{ name: 'arrival_mails', points: 5, seconds: dayMs / 1_000 },
      of: 'mails to see whether they arrive',
    }),
    stops: createStopLimit(pool),
    close: () => push.close(),
  }
}

/** Push services want an address at which somebody answers: a page by https, or a mail address. */
const contactOf = (siteUrl: string) =>
  siteUrl.startsWith('https://') ? siteUrl : `mailto:postmaster@${new URL(siteUrl).hostname}`

export type Ways = Awaited<ReturnType<typeof createWays>>
