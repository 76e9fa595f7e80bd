import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { instant, page } from '../../shared/schemas.ts'

/** A SHA-256 in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().positive()
const askedSize = z.coerce.number().int().min(1).max(1e12)

/** The state of the log at a moment (docs/product/ledger.md#checkpoints). */
const checkpoint = z.object({
  /** How many rows the log had. */
  size,
  root: hash,
  signed_at: instant,
  /** The signed text with its signature: a signed note. */
  note: z.string(),
  /** The public key that signed it, as `name+id+key`. */
  key: z.string(),
  /** The size of the checkpoint before it, and the proof that this log continues that one; null for the first one. */
  previous: z.object({ size, consistency: z.array(hash) }).nullable(),
})

/** Calls about the log of the ledger: for anyone, without names and amounts. */
export const checkpointsContract = defineContract({
  'GET /api/v1/ledger/checkpoints': {
    summary: 'Signed checkpoints of the log of all ledger rows, the newest first',
    access: 'public',
    query: z.object({ cursor: z.string().max(20).optional() }),
    response: page(checkpoint),
  },
  'GET /api/v1/ledger/consistency': {
    summary: 'A proof that the log of one checkpoint continues that of an earlier one (RFC 9162)',
    access: 'public',
    query: z.object({ from: askedSize, to: askedSize }),
    response: z.object({ from: size, to: size, consistency: z.array(hash) }),
  },
})

const mails = z.object({ wanted: z.boolean() })

/** Calls about mails with checkpoints. */
export const checkpointMailsContract = defineContract({
  'GET /api/v1/admin/checkpoint-mails': {
    summary: 'Whether you are mailed the newest checkpoint, once a day at most',
    access: 'admin',
    response: mails,
  },
  'PUT /api/v1/admin/checkpoint-mails': {
    summary: 'Begin or end these mails',
    access: 'admin',
    second: 'none',
    body: mails,
    response: mails,
  },
})

/** In an export: the proof that its rows are in the signed log. */
export const exportedLog = z.object({
  /** The newest checkpoint at that time. */
  checkpoint: checkpoint.pick({ size: true, note: true, key: true }),
  /** The last row that it covers, by its number in the ledger; through its chain it covers those before. */
  sequence: size,
  /** That row's position in the log, from 0 on, and its proof. */
  position: z.int().nonnegative(),
  inclusion: z.array(hash),
  /** Proofs that the log continues those of earlier checkpoints: the last hundred. */
  earlier: z.array(z.object({ size, consistency: z.array(hash) })),
})
export type ExportedLog = z.output<typeof exportedLog>
