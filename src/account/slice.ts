import type pg from 'pg'
import type { Identity } from '../identity/index.ts'
import type { Media } from '../media/index.ts'
import type { PayoutKey } from '../payouts/index.ts'
import type { Slice } from '../platform/slice.ts'
import { createExports } from './index.ts'
import { createAccountJobs } from './jobs.ts'
import { createAccountRoutes } from './routes.ts'

type Services = {
  pool: pg.Pool
  media: Media
  identity: Pick<Identity, 'confirmation'>
  payouts: { key: PayoutKey; reportTimeZone: string }
}

export const account: Slice<Services> = {
  routes: ({ pool, media, identity, payouts: { key, reportTimeZone } }) =>
    createAccountRoutes({ media, exports: createExports(pool), reportTimeZone, payoutKey: key, identity }),
  jobs: ({ media }) => createAccountJobs(media),
}
