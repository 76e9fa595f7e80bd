import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { minuteMs } from '../shared/time.ts'
import { feeMail, sendFeeMail } from './fees/mails.ts'
import { checkpointMail, mailCheckpoints, sendCheckpointMail } from './log/mails.ts'
import { checkpointing, type Signer, signCheckpoint } from './log/service.ts'
import { tellWitnesses } from './log/witnesses.ts'

/** How often missed work is done again, and failed witnesses are tried again. */
const againMs = 10 * minuteMs

type Deps = Pick<Context, 'db' | 'clock'> & {
  signer: Signer
  witnesses: readonly string[]
  mailer: Pick<Mailer, 'send'>
  site: { appName: string; siteUrl: string }
}

/** The background jobs of this slice: checkpoints of the ledger's log, and their mails. */
export const createEarningsJobs = ({ signer, witnesses, mailer, site, ...deps }: Deps): JobHandler[] => {
  const context = { ...deps, actor: null }
  return [
    periodic(checkpointing.name, againMs, async () => {
      await signCheckpoint(context, signer)
      await mailCheckpoints(context)
      await tellWitnesses(context, witnesses)
    }),
    handle(checkpointMail, (mail) => sendCheckpointMail(deps, mailer, site, mail)),
    handle(feeMail, (told) => sendFeeMail(deps, mailer, site, told)),
  ]
}
