import type { FastifyInstance } from 'fastify'
import { account } from './account/slice.ts'
import { amazonSources } from './amazon/metrics.ts'
import { amazon } from './amazon/slice.ts'
import { keepStoringCounts } from './audit/index.ts'
import { createProposalRoutes } from './audit/second/routes.ts'
import { audit } from './audit/slice.ts'
import { createPageFetches, mostViewedCreators, openCountries } from './clicks/index.ts'
import { clickSources } from './clicks/metrics.ts'
import { clicks } from './clicks/slice.ts'
import { createCheckpointKey, noteCalendarZone, noteFirstFee, noteReleaseRule } from './earnings/index.ts'
import { earnings } from './earnings/slice.ts'
import { createSitemap, readCreatorFeed } from './feed/index.ts'
import { feed } from './feed/slice.ts'
import { createPublishingLimit } from './folio/index.ts'
import { folio } from './folio/slice.ts'
import { registerTransfers } from './folio/transfer/routes.ts'
import { identity } from './identity/slice.ts'
import { authWire } from './identity/wire.ts'
import { lists } from './lists/slice.ts'
import { createPictureTransfer, readPicture } from './media/index.ts'
import { media } from './media/slice.ts'
import { storageWire } from './media/wire.ts'
import { createReporting } from './moderation/index.ts'
import { moderation } from './moderation/slice.ts'
import { news } from './news/slice.ts'
import { waysWire } from './news/ways/wire.ts'
import { notes } from './notes/slice.ts'
import { operations } from './operations/slice.ts'
import { registerImports } from './orders/imports/routes.ts'
import { orderSources } from './orders/metrics.ts'
import { registerPipelineFunctions } from './orders/routes.ts'
import { orders } from './orders/slice.ts'
import { listenForChanges, withStandbys } from './pages/cache/invalidation.ts'
import { PageCache } from './pages/cache/page-cache.ts'
import { pageName } from './pages/page-name.ts'
import { type PagesOptions, registerPages } from './pages/routes.ts'
import { createPayoutKey, createPayPal } from './payouts/index.ts'
import { payouts } from './payouts/slice.ts'
import { createPeopleLimits } from './people/index.ts'
import { people } from './people/slice.ts'
import { createBackupJobs } from './platform/backup/scheduled.ts'
import { readSigningKey } from './platform/backup/signing.ts'
import { poolSize } from './platform/database/database.ts'
import { splitHosts } from './platform/database/hosts.ts'
import { noteChanges, openStandbys, type Standbys } from './platform/database/standbys.ts'
import { allowOrigins } from './platform/http/cross-origin.ts'
import { createLocalApi } from './platform/http/local.ts'
import { watchOverload } from './platform/http/overload.ts'
import { prepareDrain, registerHealth } from './platform/http/readiness.ts'
import { registerRoutes } from './platform/http/register.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createIdempotencyJobs } from './platform/idempotency.ts'
import { type Jobs, startJobs } from './platform/jobs/runner.ts'
import { addressLimits, createAddressCounter, type LimitName } from './platform/limits/address-counter.ts'
import { registerMailbox } from './platform/mail/mailbox-pages.ts'
import { machineSources, poolSource } from './platform/metrics/machine.ts'
import { maintenanceSources } from './platform/metrics/maintenance.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { listenForMetrics, registerMetrics } from './platform/metrics/serve.ts'
import { createSearchQueue } from './platform/searches/queue.ts'
import { keysFolder } from './platform/secrets/key-file.ts'
import { logSecurityCounts } from './platform/security-events.ts'
import { startErrorReports } from './platform/telemetry/error-reports.ts'
import { startTracing } from './platform/telemetry/spans.ts'
import { isProcedure, restWire } from './rest/index.ts'
import { type AppOptions, createServices } from './services.ts'

/** In the order of their calls in the reference. */
const slices = [
  people,
  amazon,
  folio,
  lists,
  clicks,
  earnings,
  orders,
  payouts,
  notes,
  audit,
  news,
  operations,
  moderation,
  feed,
  identity,
  account,
  media,
]

export type App = Awaited<ReturnType<typeof createApp>>

/** The composition root: wires every slice to the server. It has no business rule of its own. */
export async function createApp(options: AppOptions) {
  const { settings, siteUrl, database, clock, log, team } = options
  const { db } = database
  const stopTracing = await startTracing(settings.tracing)
  const stopReports = startErrorReports(settings.errorReportDsn, log)
  await noteFirstFee({ db, clock, actor: null }, settings.earnings)
  await noteReleaseRule({ db, clock, actor: null }, settings.earnings)
  await noteCalendarZone({ db, clock, actor: null }, settings.earnings)
  const services = await wire(options)
  const { limiter, mailer, pipeline } = services
  const { authenticate } = services.identity.callers
  const standbys = settings.databaseReadUrl
    ? openStandbys(database, splitHosts(settings.databaseReadUrl), poolSize(settings))
    : undefined
  const ofSlices = slices.flatMap((slice) => slice.routes(services))
  const routes = [...ofSlices, ...createProposalRoutes(ofSlices)]
  const jobHandlers = [
    ...slices.flatMap((slice) => slice.jobs(services)),
    ...createIdempotencyJobs({ db, clock }),
    ...createBackupJobs({
      ...{ settings: settings.backup, s3Access: settings.s3, address: options.address, clock, log },
      keysDir: keysFolder(settings.dataDir),
      readSigningKey: () => readSigningKey(settings),
      pictures: createPictureTransfer(services.media),
    }),
  ]
  const checkResponses = settings.mode === 'test'
  const { metrics } = settings
  const isMeasured = metrics.port !== undefined || metrics.token !== undefined
  const overload = watchOverload(options.overload)
  const server = await createHttpServer({
    ...settings,
    siteUrl,
    log,
    checkResponses,
    nameRoute: pageName,
    measure: isMeasured,
    overload,
    // Clicks are money, and have limits of their own (decision 6).
    spared: ['POST /api/v1/products/:id/clicks'],
  })
  await allowOrigins(server, settings.corsOrigins)
  const { isDraining, stopAccepting, drain } = prepareDrain(server, options.quietMs)
  registerHealth(server, db, isDraining, team)
  const metricsText = createMetrics({
    db,
    each: [poolSource(database.pool)],
    own: machineSources(settings),
    stored: [
      ...maintenanceSources,
      ...clickSources,
      ...amazonSources(settings.amazon.calls, clock),
      ...orderSources,
    ],
    team: isMeasured ? team : undefined,
  })
  registerMetrics(server, metrics.token, metricsText)
  await authWire(server, { identity: services.identity, db, clock })
  await waysWire(server, {
    ...{ db, clock, ways: services.ways },
    reports: { token: settings.mail.reportToken, host: new URL(siteUrl).hostname },
  })
  await storageWire(server, { media: services.media, ...database, clock, authenticate })
  await registerTransfers(server, { media: services.media, ...database, clock, authenticate })
  await registerImports(server, {
    runs: pipeline,
    ...database,
    clock,
    authenticate,
  })
  await registerPipelineFunctions(server, { runs: pipeline, db, clock, authenticate })
  await restWire(server, {
    ...{ db, clock, authenticate, searchQueue: services.searchQueue },
    writing: {
      ...{ amazon: services.amazon, media: services.media, appName: settings.appName },
      posts: services.posts,
      renames: services.nameLimits.renames,
      clicks: services.counting,
    },
    procedures: routes.filter(isProcedure),
    reportTimeZone: settings.earnings.reportTimeZone,
    longestReadMs: options.longestReadMs,
  })
  const others = routes.filter((route) => !isProcedure(route))
  registerRoutes(server, others, { db, standbys, clock, authenticate })
  if (standbys) noteChanges(server, standbys)
  if (mailer.mailbox && settings.mode !== 'production') registerMailbox(server, mailer.mailbox)
  const api = createLocalApi(routes, { db, standbys, clock, log, checkResponses })
  const pages = await mountPages(server, options, {
    api,
    providers: services.identity.waysIn(),
    onProductPage: createPageFetches(services.clicks, clock, limiter('fetches')),
    readPicture: (address) => readPicture({ db }, services.media, address),
    isOverloaded: overload.isOverloaded,
    standbys,
  })

  const stopMetrics = await listenForMetrics(metrics, metricsText)
  const stopLoggingCounts = logSecurityCounts(log)
  let jobs: Jobs | undefined
  let stopStoringCounts: (() => Promise<void>) | undefined
  return {
    server,
    services,
    /** Runs jobs in the background, until `close`: two at a time, if not told otherwise. */
    startJobs: (concurrency?: number) => {
      jobs = startJobs({ ...database, handlers: jobHandlers, log, concurrency })
    },
    /** Stores the counts of security events, until `close`. */
    keepCounts: () => {
      stopStoringCounts = keepStoringCounts({ db, clock }, log)
    },
    /** Leaves new connections to other workers, until `close`. */
    stopAccepting,
    /** Answers requests under way, writes accepted clicks, then releases everything but the database. */
    close: async () => {
      await drain()
      await jobs?.stop()
      await pipeline.close()
      overload.stop()
      mailer.close()
      await services.clicks.close()
      await services.amazon.close()
      await services.ways.close()
      await pages?.stop()
      await standbys?.close()
      stopMetrics()
      await stopStoringCounts?.()
      stopLoggingCounts()
      stopReports()
      await stopTracing()
    },
  }
}

async function mountPages(
  server: FastifyInstance,
  options: AppOptions,
  {
    standbys,
    ...given
  }: Pick<PagesOptions, 'api' | 'providers' | 'onProductPage' | 'readPicture' | 'isOverloaded'> & {
    standbys: Standbys | undefined
  },
) {
  const { settings, siteUrl, database, address, clock, log, renderer, staticDir } = options
  const { db } = database
  const { appName, passwordMinLength, amazon } = settings
  const read = <T>(work: (from: typeof db) => Promise<T>) => (standbys ? standbys.read(work) : work(db))
  const creatorFeed = (username: string) =>
    read((from) => readCreatorFeed({ db: from, clock, actor: null }, username))
  const sitemap = createSitemap(read)
  const { workers } = settings
  const pages = {
    ...given,
    renderer,
    appName,
    siteUrl,
    passwordMinLength,
    shortHosts: amazon.shortHosts,
    clock,
    creatorFeed,
    sitemap,
    workers,
  }
  if (!staticDir) {
    registerPages(server, { ...pages, cache: null, serviceWorker: null })
    return undefined
  }
  const { readServiceWorker, registerStaticFiles } = await import('./pages/static-files.ts')
  await registerStaticFiles(server, staticDir)
  const cache = new PageCache(() => clock().getTime(), undefined, workers)
  const changes = listenForChanges(address, standbys ? withStandbys(cache, standbys) : cache, log)
  await changes.ready
  const serviceWorker = settings.offline ? await readServiceWorker(staticDir) : null
  registerPages(server, { ...pages, cache, serviceWorker })
  return changes
}

/** The services, with their parts that only the server needs. */
async function wire(options: AppOptions) {
  const { settings, siteUrl, database, clock, team } = options
  const { db, pool } = database
  const services = await createServices(options)
  const { identity } = services
  const limiter = (of: LimitName) =>
    team?.limiter(of) ?? createAddressCounter({ perMinute: addressLimits[of] })
  const ownHost = new URL(siteUrl).host
  const { paypal } = settings.payouts
  return {
    ...services,
    ...{ db, pool, database, clock, settings, limiter, ownHost },
    site: { appName: settings.appName, siteUrl },
    searchQueue: createSearchQueue(poolSize(settings)),
    posts: createPublishingLimit(pool),
    nameLimits: createPeopleLimits(pool),
    mostViewed: mostViewedCreators,
    reporting: await createReporting({ db }, pool),
    signer: { key: createCheckpointKey(settings), origin: `${ownHost}/ledger` },
    counting: {
      recorder: services.clicks,
      ownerOfToken: identity.callers.authenticateOwnerSignature,
      limiter: limiter('clicks'),
      ownHost,
      origins: settings.corsOrigins,
      countryOf: await openCountries(settings.clicks.geoDatabase),
      hasCountries: settings.clicks.geoDatabase !== undefined,
    },
    payouts: {
      ...settings.earnings,
      ...settings.payouts,
      key: createPayoutKey(settings),
      provider: paypal ? createPayPal(paypal, { clock }) : null,
      offerUndo: identity.undo.offer,
    },
  }
}
