import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createAmazon } from './amazon/index.ts'
import { createClickRecorder } from './clicks/index.ts'
import { createPayee } from './earnings/index.ts'
import { createIdentity, type IdentityOptions } from './identity/index.ts'
import { createMedia } from './media/index.ts'
import { createMailNotes, createWays, tellSignInChange } from './news/index.ts'
import { createPipeline } from './orders/index.ts'
import type { Renderer } from './pages/renderer.ts'
import { settleMonths, takeBackDetails } from './payouts/index.ts'
import { createProfile, tellEarlierFollows } from './people/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, DatabaseAddress } from './platform/database/database.ts'
import type { OverloadOptions } from './platform/http/overload.ts'
import { createMailer } from './platform/mail/mailer.ts'
import type { Settings } from './platform/settings/read.ts'
import type { Team } from './platform/workers/team.ts'

export type AppOptions = {
  settings: Settings
  siteUrl: string
  database: Database
  address: DatabaseAddress
  clock: Clock
  log: FastifyBaseLogger
  renderer: Renderer
  /** Folder of the built web files; undefined in development, where Vite serves them. */
  staticDir?: string
  /** Settings of identity that differ from the defaults, as in tests. */
  identity?: Pick<IdentityOptions, 'passwordCost' | 'providerSeconds'>
  /** How long no request must have come before `close` closes the server, if different from the default. */
  quietMs?: number
  /** How long a table query may take, where it differs from the default. */
  longestReadMs?: number
  /** How overload is detected, if different from the default. */
  overload?: OverloadOptions
  /** The other workers, if this process is one of several behind one socket. */
  team?: Team | undefined
}

/** Every slice's service, wired to the others without a server: for the app, and for commands that run beside it. */
export async function createServices(options: Omit<AppOptions, 'address' | 'renderer' | 'staticDir'>) {
  const { settings, siteUrl, database, clock, log } = options
  const { db } = database
  const note = createMailNotes({ db, clock }, log)
  const mailer = createMailer({ settings, siteUrl, clock, log, note })
  const identity = await createIdentity({
    db,
    pool: database.pool,
    clock,
    log,
    siteUrl,
    settings,
    ...options.identity,
    afterSignUp: async (context, account) => {
      await createProfile(context, account, settings)
      await createPayee(context, account.userId)
    },
    afterProof: tellEarlierFollows,
    tellOfChange: tellSignInChange,
    takeBackPayoutDetails: takeBackDetails,
  })
  return {
    identity,
    media: createMedia({ filesDir: path.join(settings.dataDir, 'files'), s3: settings.s3 }),
    amazon: createAmazon({ settings: settings.amazon, ...database, clock, log }),
    clicks: createClickRecorder({ db, clock, log }),
    pipeline: createPipeline({
      ...{ db, clock, log, earnings: settings.earnings },
      settle: (context) => settleMonths(context, settings.earnings),
    }),
    mailer,
    ways: await createWays({ ...database, log, mailer, siteUrl, settings: settings.push }),
  }
}
