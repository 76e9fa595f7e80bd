import type pg from 'pg'
import type { Identity, UndoOffers } from '../identity/index.ts'
import type { Context } from '../platform/context.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Slice } from '../platform/slice.ts'
import { createAdviceRoutes } from './advice/routes.ts'
import { createAttentionRoutes } from './attention/routes.ts'
import { createBookRoutes } from './books/routes.ts'
import { createBookExports } from './books/service.ts'
import { createCreatorRoutes } from './creators/routes.ts'
import { createDebtRoutes } from './debts/routes.ts'
import { createPayoutDetailsRoutes } from './details/routes.ts'
import { createDetailsLimit, createQuestionLimit } from './index.ts'
import { createPayoutJobs } from './jobs.ts'
import { createLeavingRoutes } from './leaving/routes.ts'
import { createPayoutBatchRoutes } from './providers/routes.ts'
import type { ProviderDeps } from './providers/service.ts'
import { createQuestionRoutes } from './questions/routes.ts'
import { createAdjustmentRoutes, createReceiptRoutes, createReleaseRoutes, holdRoutes } from './routes.ts'
import { createPayoutRunRoutes } from './runs/routes.ts'
import { createPayoutYearRoutes } from './years/routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  identity: Pick<Identity, 'confirmation'>
  mailer: Pick<Mailer, 'send'>
  site: { appName: string; siteUrl: string }
  payouts: ProviderDeps & { aloneCents: number; offerUndo: UndoOffers }
}

export const payouts: Slice<Services> = {
  routes: ({ payouts, identity, pool }) => [
    ...createReceiptRoutes(payouts),
    ...createReleaseRoutes(payouts),
    ...createAdjustmentRoutes(payouts),
    ...createPayoutDetailsRoutes({ key: payouts.key, limit: createDetailsLimit(pool), identity }),
    ...holdRoutes,
    ...createDebtRoutes(payouts),
    ...createPayoutRunRoutes(payouts),
    ...createAttentionRoutes(payouts),
    ...createBookRoutes({ ...payouts, exports: createBookExports(pool) }),
    ...createAdviceRoutes(payouts),
    ...createLeavingRoutes(payouts),
    ...createPayoutBatchRoutes(payouts),
    ...createPayoutYearRoutes(payouts),
    ...createCreatorRoutes(payouts),
    ...createQuestionRoutes({ ...payouts, limit: createQuestionLimit(pool) }),
  ],
  jobs: ({ db, clock, mailer, site, payouts }) => createPayoutJobs({ db, clock }, mailer, site, payouts),
}
