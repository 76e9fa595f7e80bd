import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { invalid, notFound } from '../../shared/errors.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import type { checkpointsContract, ExportedLog } from './contract.ts'
import {
  consistencyRanges,
  inclusionRanges,
  joined,
  nodesOf,
  noteOf,
  type Range,
  verifierKeyOf,
} from './rules.ts'
import {
  type CheckpointRow,
  countCheckpoints,
  selectCheckpoints,
  selectLastLogged,
  selectNewest,
  selectNodes,
} from './sql.ts'

type Calls = typeof checkpointsContract
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['response']>

const pageSize = 50
/** For how many earlier checkpoints an export proves that the log continues them. */
const maxEarlier = 100

/**
 * Checkpoints, the newest first, each with the proof that it continues the one before
 * (docs/product/ledger.md#checkpoints).
 */
export async function listCheckpoints(
  { db }: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<Answer<'GET /api/v1/ledger/checkpoints'>> {
  const before = parseCursor(cursor, readSize)
  const rows = await selectCheckpoints(db, { before, limit: pageSize + 1 })
  const proofs = await proofsOf(
    db,
    rows.map(({ size }, n) => consistencyRanges(rows[n + 1]?.size ?? size, size)),
  )
  const items = rows.map((row, n) => {
    const previous = rows[n + 1]
    return {
      ...serialize(row),
      root: row.root.toString('hex'),
      signed_at: row.signed_at.toISOString(),
      previous: previous ? { size: previous.size, consistency: proofs[n] ?? [] } : null,
    }
  })
  return toPage(items, { limit: pageSize, serialize: (item) => item, cursorOf: ({ size }) => String(size) })
}

const readSize = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

const serialize = (row: CheckpointRow) => {
  const signed = { ...row, publicKey: row.public_key }
  return { size: row.size, note: noteOf(signed), key: verifierKeyOf(signed) }
}

/**
 * The proof that the log of a checkpoint continues an earlier one's. Throws `validation_failed` if the later one comes
 * first, and `not_found` for sizes that were never signed.
 */
export async function proveConsistency(
  { db }: Context,
  { from, to }: { from: number; to: number },
): Promise<Answer<'GET /api/v1/ledger/consistency'>> {
  if (from > to) throw invalid('from', 'The earlier checkpoint comes first.')
  if ((await countCheckpoints(db, [from, to])) < new Set([from, to]).size) throw notFound('Checkpoint')
  const [consistency = []] = await proofsOf(db, [consistencyRanges(from, to)])
  return { from, to, consistency }
}

/**
 * The proof that a payee's rows, up to a position of their chain, are in the log that was signed last. Null if none of
 * them is.
 */
export async function proveRows(
  { db }: Pick<Context, 'db'>,
  { payeeId, upTo }: { payeeId: string; upTo: number },
): Promise<ExportedLog | null> {
  const newest = await selectNewest(db)
  const last = newest && (await selectLastLogged(db, { payeeId, upTo, size: newest.size }))
  if (!last) return null
  const earlier = await selectCheckpoints(db, { before: newest.size, limit: maxEarlier })
  const [inclusion = [], ...consistency] = await proofsOf(db, [
    inclusionRanges(last.position, newest.size),
    ...earlier.map(({ size }) => consistencyRanges(size, newest.size)),
  ])
  return {
    checkpoint: serialize(newest),
    ...last,
    inclusion,
    earlier: earlier.map(({ size }, n) => ({ size, consistency: consistency[n] ?? [] })),
  }
}

/** The hashes of several proofs, read in one statement. */
export async function proofsOf(db: Context['db'], proofs: Range[][]): Promise<string[][]> {
  const ranges = proofs.flat().map(nodesOf)
  const hashes = await selectNodes(db, ranges.flat())
  let [read, at] = [0, 0]
  const joinedRanges = ranges.map((nodes) => {
    read += nodes.length
    return joined(hashes.slice(read - nodes.length, read)).toString('hex')
  })
  return proofs.map((parts) => {
    at += parts.length
    return joinedRanges.slice(at - parts.length, at)
  })
}
