import { z } from 'zod'
import { handle } from '../../jobs/job.ts'
import type { Mailer } from '../mailer.ts'

/** A kind of job that sends a mail, as slices have them. */
export const note = { name: 'send_note', payload: z.object({ id: z.string(), to: z.string() }) }

export const noteHandler = (mailer: Mailer) =>
  handle(note, ({ id, to }) =>
    mailer.send({ id, to, subject: 'A note', text: 'Hello there.', html: '<p>Hello there.</p>' }),
  )
