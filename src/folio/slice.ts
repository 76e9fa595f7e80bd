import type { Amazon } from '../amazon/index.ts'
import type { Media } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import type { AccountLimit } from '../platform/limits/account-limit.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Slice } from '../platform/slice.ts'
import { createFolioJobs, createPriceJobs } from './jobs.ts'
import { collectionRoutes, createFolioRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  /** How often an account may publish. */
  posts: AccountLimit
  amazon: Amazon
  media: Media
  searchQueue: SearchQueue
}

export const folio: Slice<Services> = {
  routes: ({ amazon, media, posts, searchQueue }) => [
    ...createFolioRoutes({ amazon, media, limit: posts, searchQueue }),
    ...collectionRoutes,
  ],
  jobs: ({ db, clock, amazon, media }) => [
    ...createFolioJobs({ db, clock, media }),
    ...createPriceJobs({ db, clock }, amazon),
  ],
}
