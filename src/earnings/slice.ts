import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import { createFeeRoutes } from './fees/routes.ts'
import { createLedgerExports } from './index.ts'
import { createEarningsJobs } from './jobs.ts'
import { listFiguresRoutes } from './lists/routes.ts'
import { checkpointMailsRoutes, checkpointRoutes } from './log/routes.ts'
import { createEarningsRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  payouts: Omit<Parameters<typeof createEarningsRoutes>[0], 'exports'>
  settings: { checkpoints: { witnesses: string[] } }
} & Pick<Parameters<typeof createEarningsJobs>[0], 'signer' | 'mailer' | 'site'>

export const earnings: Slice<Services> = {
  routes: ({ payouts, pool }) => [
    ...createEarningsRoutes({ ...payouts, exports: createLedgerExports(pool) }),
    ...createFeeRoutes(payouts),
    ...listFiguresRoutes,
    ...checkpointRoutes,
    ...checkpointMailsRoutes,
  ],
  jobs: ({ db, clock, signer, mailer, site, settings }) =>
    createEarningsJobs({ db, clock, signer, mailer, site, witnesses: settings.checkpoints.witnesses }),
}
