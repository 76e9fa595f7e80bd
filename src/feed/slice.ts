import type { Context } from '../platform/context.ts'
import { type AddressCounter, addressLimits } from '../platform/limits/address-counter.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Slice } from '../platform/slice.ts'
import { createFeedJobs } from './jobs.ts'
import { createFeedRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  searchQueue: SearchQueue
  limiter: (of: 'searches') => AddressCounter
}

export const feed: Slice<Services> = {
  routes: ({ limiter, searchQueue }) =>
    createFeedRoutes({
      searches: { perMinute: addressLimits.searches, areUsedUp: limiter('searches') },
      searchQueue,
    }),
  jobs: ({ db, clock }) => createFeedJobs({ db, clock }),
}
