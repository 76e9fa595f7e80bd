import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import type { Settings } from '../platform/settings/read.ts'
import type { Slice } from '../platform/slice.ts'
import { flagRoutes } from './flags/routes.ts'
import { outcomeRoutes } from './imports/outcomes/routes.ts'
import { createStatusRoutes } from './imports/statuses/routes.ts'
import type { Runs } from './index.ts'
import { createOrdersJobs } from './jobs.ts'
import { createMoveRoutes } from './moves/routes.ts'
import { createOrderExports } from './order-list/file.ts'
import { createOrderListRoutes } from './order-list/routes.ts'
import { createRateRoutes } from './rates/routes.ts'
import { createAssigningRoutes, createReviewRoutes } from './review/routes.ts'
import { createPipelineRoutes } from './routes.ts'
import { runOrderRoutes } from './run-orders/routes.ts'
import { createTrackingIdRoutes } from './tracking-ids/routes.ts'
import { waitingOrderRoutes } from './waiting/routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  pipeline: Runs
  settings: Pick<Settings, 'earnings' | 'amazon'>
  ownHost: string
}

export const orders: Slice<Services> = {
  routes: ({ pipeline, settings, pool, ownHost }) => {
    const review = { ...settings.earnings, ownHost }
    return [
      ...createPipelineRoutes({ runs: pipeline, tags: settings.amazon.tags }),
      ...createOrderListRoutes({ ...review, exports: createOrderExports(pool) }),
      ...createAssigningRoutes(review),
      ...createReviewRoutes(review),
      ...createTrackingIdRoutes(settings.earnings),
      ...createStatusRoutes(),
      ...createMoveRoutes(settings.earnings),
      ...createRateRoutes(settings.earnings),
      ...waitingOrderRoutes,
      ...outcomeRoutes,
      ...runOrderRoutes,
      ...flagRoutes,
    ]
  },
  jobs: ({ db, clock, pipeline }) => createOrdersJobs({ db, clock }, pipeline),
}
