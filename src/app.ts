import type { FastifyInstance } from 'fastify'
import { createExports } from './account/index.ts'
import { createAccountRoutes } from './account/routes.ts'
import { amazonSources } from './amazon/metrics.ts'
import { createAmazonRoutes } from './amazon/routes.ts'
import { keepStoringCounts } from './audit/index.ts'
import { auditRoutes } from './audit/routes.ts'
import { createProposalRoutes } from './audit/second/routes.ts'
import { createClickExports, createPageFetches, openCountries } from './clicks/index.ts'
import { clickSources } from './clicks/metrics.ts'
import {
  clickFlagRoutes,
  createClickExportRoutes,
  createClicksRoutes,
  createViewImageRoutes,
} from './clicks/routes.ts'
import { createFeeRoutes } from './earnings/fees/routes.ts'
import { createCheckpointKey, createLedgerExports, noteFirstFee, noteReleaseRule } from './earnings/index.ts'
import { checkpointMailsRoutes, checkpointRoutes } from './earnings/log/routes.ts'
import { createEarningsRoutes } from './earnings/routes.ts'
import { createSitemap, readCreatorFeed } from './feed/index.ts'
import { createFeedRoutes } from './feed/routes.ts'
import { createPublishingLimit } from './folio/index.ts'
import { collectionRoutes, createFolioRoutes } from './folio/routes.ts'
import { registerTransfers } from './folio/transfer/routes.ts'
import { createLinkingRoutes } from './identity/providers/linking/routes.ts'
import { createOwnSessionRoutes } from './identity/sessions/routes.ts'
import { createUndoRoutes } from './identity/undo/routes.ts'
import { authWire } from './identity/wire.ts'
import { createJobHandlers } from './jobs.ts'
import { readPicture } from './media/index.ts'
import { storageWire } from './media/wire.ts'
import { createReporting } from './moderation/index.ts'
import { createModerationRoutes } from './moderation/routes.ts'
import { createHealth, examineAll } from './operations/index.ts'
import { createOperationsRoutes } from './operations/routes.ts'
import { flagRoutes } from './orders/flags/routes.ts'
import { outcomeRoutes } from './orders/imports/outcomes/routes.ts'
import { registerImports } from './orders/imports/routes.ts'
import { orderSources } from './orders/metrics.ts'
import { createOrderExports } from './orders/order-list/file.ts'
import { createAssigningRoutes, createOrderListRoutes } from './orders/order-list/routes.ts'
import { createRateRoutes } from './orders/rates/routes.ts'
import { createReviewRoutes } from './orders/review/routes.ts'
import { createPipelineRoutes, registerPipelineFunctions } from './orders/routes.ts'
import { runOrderRoutes } from './orders/run-orders/routes.ts'
import { createTrackingIdRoutes } from './orders/tracking-ids/routes.ts'
import { followChanges, withStandbys } from './pages/cache/invalidation.ts'
import { PageCache } from './pages/cache/page-cache.ts'
import { pageName } from './pages/page-name.ts'
import { type PagesOptions, registerPages } from './pages/routes.ts'
import { createAdviceRoutes } from './payouts/advice/routes.ts'
import { createAttentionRoutes } from './payouts/attention/routes.ts'
import { createBookRoutes } from './payouts/books/routes.ts'
import { createBookExports } from './payouts/books/service.ts'
import { createCreatorRoutes } from './payouts/creators/routes.ts'
import { createDebtRoutes } from './payouts/debts/routes.ts'
import { createPayoutDetailsRoutes } from './payouts/details/routes.ts'
import { createDetailsLimit, createPayoutKey, createPayPal, createQuestionLimit } from './payouts/index.ts'
import { createLeavingRoutes } from './payouts/leaving/routes.ts'
import { createPayoutBatchRoutes } from './payouts/providers/routes.ts'
import { createQuestionRoutes } from './payouts/questions/routes.ts'
import { createAdjustmentRoutes, createReceiptRoutes, holdRoutes } from './payouts/routes.ts'
import { createPayoutRunRoutes } from './payouts/runs/routes.ts'
import { createPayoutYearRoutes } from './payouts/years/routes.ts'
import { createFollowLimit, createPeopleLimits } from './people/index.ts'
import { createMembersRoutes, createPeopleRoutes } from './people/routes.ts'
import { poolSize } from './platform/database/database.ts'
import { splitHosts } from './platform/database/hosts.ts'
import { noteChanges, openStandbys, type Standbys } from './platform/database/standbys.ts'
import { createLocalApi } from './platform/http/local.ts'
import { watchOverload } from './platform/http/overload.ts'
import { prepareDrain, registerHealth } from './platform/http/readiness.ts'
import { registerRoutes } from './platform/http/register.ts'
import { createHttpServer } from './platform/http/server.ts'
import { type Jobs, startJobs } from './platform/jobs/runner.ts'
import { registerMailbox } from './platform/mail/mailbox-pages.ts'
import { machineSources, poolSource } from './platform/metrics/machine.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { listenForMetrics, registerMetrics } from './platform/metrics/serve.ts'
import { upkeepSources } from './platform/metrics/upkeep.ts'
import { createSearchTurns } from './platform/searches/turns.ts'
import { logSecurityCounts } from './platform/security-events.ts'
import { startErrorReports } from './platform/telemetry/error-reports.ts'
import { startTracing } from './platform/telemetry/spans.ts'
import { addressLimits, createAddressLimiter, type LimitName } from './platform/workers/address-limiter.ts'
import { type AppOptions, createServices } from './services.ts'

export type App = Awaited<ReturnType<typeof createApp>>

/** The composition root: wires every slice to the server. It has no rule of its own. */
export async function createApp(options: AppOptions) {
  const { settings, siteUrl, database, clock, log, team } = options
  const { db } = database
  const limiter = (of: LimitName) =>
    team?.limiter(of) ?? createAddressLimiter({ perMinute: addressLimits[of] })
  const stopTracing = await startTracing(settings.tracing)
  const stopReports = startErrorReports(settings.errorReportDsn, log)
  const countryOf = await openCountries(settings.clicks.geoDatabase)
  await noteFirstFee({ db, clock, actor: null }, settings.earnings)
  await noteReleaseRule({ db, clock, actor: null }, settings.earnings)
  const services = await createServices(options)
  const { identity, media, amazon, clicks, mailer, pipeline } = services
  const counting = {
    recorder: clicks,
    ownerOfToken: identity.callers.authenticateOwnerSignature,
    limiter: limiter('clicks'),
    ownHost: new URL(siteUrl).host,
    countryOf,
    hasCountries: settings.clicks.geoDatabase !== undefined,
  }
  const standbys = settings.databaseReadUrl
    ? openStandbys(database, splitHosts(settings.databaseReadUrl), poolSize(settings.workers))
    : undefined
  const payoutKey = createPayoutKey(settings)
  const { paypal } = settings.payouts
  const provider = paypal ? createPayPal(paypal, { clock }) : null
  const offerUndo = identity.undo.offer
  const payouts = { ...settings.earnings, ...settings.payouts, key: payoutKey, provider, offerUndo }
  const signer = { key: createCheckpointKey(settings), origin: `${counting.ownHost}/ledger` }
  const turns = createSearchTurns(poolSize(settings.workers))
  const slices = [
    ...createPeopleRoutes({ media, ...settings, ...createPeopleLimits(database.pool) }),
    ...createMembersRoutes({ limit: createFollowLimit(database.pool), turns }),
    ...createAmazonRoutes(amazon),
    ...createFolioRoutes({ amazon, media, limit: createPublishingLimit(database.pool), turns }),
    ...collectionRoutes,
    ...createClicksRoutes(counting),
    ...createViewImageRoutes(counting),
    ...clickFlagRoutes,
    ...createClickExportRoutes(createClickExports(database.pool)),
    ...createEarningsRoutes({ ...payouts, exports: createLedgerExports(database.pool) }),
    ...createFeeRoutes(payouts),
    ...checkpointRoutes,
    ...checkpointMailsRoutes,
    ...createPipelineRoutes({ runs: pipeline, tags: settings.amazon.tags }),
    ...createOrderListRoutes({
      ...settings.earnings,
      ownHost: counting.ownHost,
      exports: createOrderExports(database.pool),
    }),
    ...createAssigningRoutes({ ...settings.earnings, ownHost: counting.ownHost }),
    ...createReviewRoutes({ ...settings.earnings, ownHost: counting.ownHost }),
    ...createTrackingIdRoutes(settings.earnings),
    ...createRateRoutes(settings.earnings),
    ...outcomeRoutes,
    ...runOrderRoutes,
    ...flagRoutes,
    ...createReceiptRoutes(settings.earnings),
    ...createAdjustmentRoutes(settings.earnings),
    ...createPayoutDetailsRoutes({ key: payoutKey, limit: createDetailsLimit(database.pool), identity }),
    ...holdRoutes,
    ...createDebtRoutes(settings.earnings),
    ...createPayoutRunRoutes(payouts),
    ...createAttentionRoutes(payouts),
    ...createBookRoutes({ ...settings.earnings, exports: createBookExports(database.pool) }),
    ...createAdviceRoutes(payouts),
    ...createLeavingRoutes(payouts),
    ...createPayoutBatchRoutes(payouts),
    ...createPayoutYearRoutes({ key: payoutKey }),
    ...createCreatorRoutes(payouts),
    ...createQuestionRoutes({ ...settings.earnings, limit: createQuestionLimit(database.pool) }),
    ...auditRoutes,
    ...createOperationsRoutes(createHealth(() => examineAll(settings, media, database))),
    ...createModerationRoutes(await createReporting({ db }, database.pool)),
    ...createFeedRoutes({
      searches: { perMinute: addressLimits.searches, areUsedUp: limiter('searches') },
      turns,
    }),
    ...createOwnSessionRoutes(identity),
    ...createLinkingRoutes(identity),
    ...createUndoRoutes(identity),
    ...createAccountRoutes({
      media,
      exports: createExports(database.pool),
      reportTimeZone: settings.earnings.reportTimeZone,
      payoutKey,
      identity,
    }),
  ]
  const routes = [...slices, ...createProposalRoutes(slices)]
  const jobHandlers = createJobHandlers(options, services, { payouts, signer })
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
    // Clicks are money, and bounded by themselves (decision 17).
    spared: ['POST /api/v1/products/:id/clicks'],
  })
  const { isDraining, stopAccepting, drain } = prepareDrain(server, options.quietMs)
  registerHealth(server, db, isDraining, team)
  const metricsText = createMetrics({
    db,
    each: [poolSource(database.pool)],
    own: machineSources(settings),
    stored: [
      ...upkeepSources,
      ...clickSources,
      ...amazonSources(settings.amazon.calls, clock),
      ...orderSources,
    ],
    team: isMeasured ? team : undefined,
  })
  registerMetrics(server, metrics.token, metricsText)
  await authWire(server, { identity, db, clock })
  await storageWire(server, { media, ...database, clock, authenticate: identity.callers.authenticate })
  await registerTransfers(server, { media, ...database, clock, authenticate: identity.callers.authenticate })
  await registerImports(server, {
    runs: pipeline,
    ...database,
    clock,
    authenticate: identity.callers.authenticate,
  })
  await registerPipelineFunctions(server, { runs: pipeline, db, clock, ...identity.callers })
  registerRoutes(server, routes, { db, standbys, clock, ...identity.callers })
  if (standbys) noteChanges(server, standbys)
  if (mailer.mailbox && settings.mode !== 'production') registerMailbox(server, mailer.mailbox)
  const api = createLocalApi(routes, { db, standbys, clock, log, checkResponses })
  const pages = await mountPages(server, options, {
    api,
    providers: identity.waysIn(),
    onProductPage: createPageFetches(clicks, clock, limiter('fetches')),
    readPicture: (address) => readPicture(media, address),
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
    /** Begins to run jobs in the background, until `close`. */
    startJobs: () => {
      jobs = startJobs({ ...database, handlers: jobHandlers, log })
    },
    /** Begins to store how often security events come, until `close`. */
    keepCounts: () => {
      stopStoringCounts = keepStoringCounts({ db, clock }, log)
    },
    /** Leaves new connections to other workers, until `close`. */
    stopAccepting,
    /** Answers what is under way, writes what was accepted, then lets go of everything but the database. */
    close: async () => {
      await drain()
      await jobs?.stop()
      await pipeline.close()
      overload.stop()
      mailer.close()
      await clicks.close()
      await amazon.close()
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
    registerPages(server, { ...pages, cache: null })
    return undefined
  }
  const { registerStaticFiles } = await import('./pages/static-files.ts')
  await registerStaticFiles(server, staticDir)
  const cache = new PageCache(() => clock().getTime(), undefined, workers)
  const changes = followChanges(address, standbys ? withStandbys(cache, standbys) : cache, log)
  await changes.ready
  registerPages(server, { ...pages, cache })
  return changes
}
