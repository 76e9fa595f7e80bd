import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs } from '../shared/time.ts'
import { checkpointing, type Signer, signCheckpoint } from './log/service.ts'

/** The slice's work in the background: checkpoints of the ledger's log. */
export const createEarningsJobs = (deps: Pick<Context, 'db' | 'clock'>, signer: Signer): JobHandler[] => [
  periodic(checkpointing.name, hourMs, () => signCheckpoint({ ...deps, actor: null }, signer)),
]
