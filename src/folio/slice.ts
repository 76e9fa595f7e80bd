import type pg from 'pg'
import type { Amazon } from '../amazon/index.ts'
import type { Media } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Slice } from '../platform/slice.ts'
import { createPublishingLimit } from './index.ts'
import { createFolioJobs, createPriceJobs } from './jobs.ts'
import { collectionRoutes, createFolioRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  amazon: Amazon
  media: Media
  searchQueue: SearchQueue
}

export const folio: Slice<Services> = {
  routes: ({ amazon, media, pool, searchQueue }) => [
    ...createFolioRoutes({ amazon, media, limit: createPublishingLimit(pool), searchQueue }),
    ...collectionRoutes,
  ],
  jobs: ({ db, clock, amazon, media }) => [
    ...createFolioJobs({ db, clock, media }),
    ...createPriceJobs({ db, clock }, amazon),
  ],
}
