import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAmazonRoutes } from './amazon/routes.ts'
import { createAmazon } from './amazon/service.ts'
import { createClicksRoutes } from './clicks/routes.ts'
import { createClickRecorder } from './clicks/service.ts'
import { createPayee } from './earnings/service.ts'
import { feedRoutes } from './feed/routes.ts'
import { createFolioRoutes } from './folio/routes.ts'
import { createIdentity } from './identity/service.ts'
import { authWire } from './identity/wire.ts'
import { createMedia } from './media/service.ts'
import { storageWire } from './media/wire.ts'
import { followChanges } from './pages/invalidation.ts'
import { PageCache } from './pages/page-cache.ts'
import type { Renderer } from './pages/renderer.ts'
import { registerPages } from './pages/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { createProfile } from './people/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import type { Database, DatabaseAddress } from './platform/database/database.ts'
import { prepareDrain } from './platform/http/drain.ts'
import { registerHealth } from './platform/http/health.ts'
import { createLocalApi } from './platform/http/local.ts'
import { registerRoutes } from './platform/http/register.ts'
import { createHttpServer } from './platform/http/server.ts'

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
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Every slice's service, wired to the others and to no server: for the app, and for commands that work beside it. */
export async function createServices(options: Omit<AppOptions, 'address' | 'renderer' | 'staticDir'>) {
  const { settings, siteUrl, database, clock, log } = options
  const { db } = database
  const identity = await createIdentity({
    db,
    clock,
    siteUrl,
    passwordMinLength: settings.passwordMinLength,
    afterSignUp: async (context, account) => {
      await createProfile(context, account)
      await createPayee(context, account.userId)
    },
  })
  return {
    identity,
    media: createMedia({ filesDir: path.join(settings.dataDir, 'files') }),
    amazon: createAmazon({ settings: settings.amazon, pool: database.pool, clock, log }),
    clicks: createClickRecorder({ db, clock, log }),
  }
}

/** The composition root: wires every slice to the server. Knows no rule of its own. */
export async function createApp(options: AppOptions) {
  const { settings, siteUrl, database, clock, log } = options
  const { db } = database
  const services = await createServices(options)
  const { identity, media, amazon, clicks } = services
  const routes = [
    ...peopleRoutes,
    ...createAmazonRoutes(amazon),
    ...createFolioRoutes(amazon),
    ...createClicksRoutes({ recorder: clicks, ownerOfToken: identity.authenticateOwnerSignature }),
    ...feedRoutes,
  ]

  const server = await createHttpServer({
    appName: settings.appName,
    siteUrl,
    trustProxy: settings.trustProxy,
    log,
    checkResponses: settings.mode === 'test',
  })
  const { isDraining, drain } = prepareDrain(server)
  registerHealth(server, db, isDraining)
  await authWire(server, { identity, db, clock })
  await storageWire(server, media)
  registerRoutes(server, routes, { db, clock, authenticate: identity.authenticate })
  const pages = await mountPages(server, options, createLocalApi(routes, { db, clock, log }))

  return {
    server,
    services,
    /** Answers what is under way, writes what was accepted, then lets go of everything but the database. */
    close: async () => {
      await drain()
      await clicks.close()
      await amazon.close()
      await pages?.stop()
    },
  }
}

async function mountPages(
  server: FastifyInstance,
  options: AppOptions,
  api: ReturnType<typeof createLocalApi>,
) {
  const { settings, siteUrl, address, clock, log, renderer, staticDir } = options
  if (!staticDir) {
    registerPages(server, { renderer, cache: null, api, appName: settings.appName, siteUrl })
    return undefined
  }
  const { registerStaticFiles } = await import('./pages/static-files.ts')
  await registerStaticFiles(server, staticDir)
  const cache = new PageCache(() => clock().getTime())
  const changes = followChanges(address, cache, log)
  await changes.ready
  registerPages(server, { renderer, cache, api, appName: settings.appName, siteUrl })
  return changes
}
