import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { instant, page } from '../../shared/schemas.ts'

/** A SHA-256 in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().positive()
const askedSize = z.coerce.number().int().min(1).max(1e12)

/** What the log was at a moment (docs/product/ledger.md#checkpoints). */
const checkpoint = z.object({
  /** How many rows the log had. */
  size,
  root: hash,
  signed_at: instant,
  /** The text that is signed, with its signature: a signed note. */
  note: z.string(),
  /** The public key it was signed with, as `name+id+key`. */
  key: z.string(),
  /** The size of the checkpoint before it, and what proves that this log goes on from that; null for the first one. */
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

/** Calls about who is told of checkpoints. */
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

/** In an export: what proves that its rows are in the log that was signed. */
export const exportedLog = z.object({
  /** The newest checkpoint of then. */
  checkpoint: checkpoint.pick({ size: true, note: true, key: true }),
  /** The last row that it covers, by its number in the ledger; by its chain it covers those before. */
  sequence: size,
  /** Where that row stands in the log, from 0 on, and what proves it. */
  position: z.int().nonnegative(),
  inclusion: z.array(hash),
  /** What proves that the log goes on from that of earlier checkpoints: the last hundred. */
  earlier: z.array(z.object({ size, consistency: z.array(hash) })),
})
export type ExportedLog = z.output<typeof exportedLog>
