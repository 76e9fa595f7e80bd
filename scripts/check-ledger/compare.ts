import { type Checkpoint, goesOn, isIncluded, isSignedBy, type LedgerLog, nameOf, type Step } from './log.ts'
import type { Row } from './rows.ts'

/** The most differences that are shown. */
const shown = 20

/** What a row's hash covers, but for the hashes themselves. */
const covered = [
  ...[
    'payee_id',
    'created_at',
    'order_item_id',
    'pair_sequence',
    'transaction_type',
    'gross_commission_cents',
  ],
  ...[
    'platform_fee_cents',
    'user_amount_cents',
    'fee_bps',
    'available_on',
    'hash_version',
    'rule',
    'evidence',
  ],
  ...['observation_id', 'reason', 'marketplace', 'earning_month', 'counts_month'],
]

/** Says which rows of an earlier file were changed or left out since; true for none. */
export function compareRows(earlier: Row[], now: Row[]): boolean {
  const bySequence = new Map(now.map((row) => [row.of('sequence'), row]))
  const lines: string[] = []
  for (const before of earlier) {
    const row = bySequence.get(before.of('sequence'))
    const name = `row ${before.of('sequence')}`
    if (!row) {
      lines.push(`LEFT OUT: ${name}, which is at ${before.position} of the earlier file.`)
      continue
    }
    const changes = covered
      .filter((column) => before.of(column) !== row.of(column))
      .map((column) => `${column} was ${before.of(column) || 'empty'} and is ${row.of(column) || 'empty'}`)
    if (changes.length > 0) lines.push(`CHANGED: ${name}: ${changes.join('; ')}.`)
    else if (before.of('hash') !== row.of('hash'))
      lines.push(`CHANGED: ${name}: its hash alone, as after a change of a row before it.`)
  }
  for (const line of lines.slice(0, shown)) console.log(line)
  if (lines.length > shown) console.log(`And ${lines.length - shown} more.`)
  if (lines.length === 0)
    console.log(`All ${earlier.length} rows of the earlier file are in this one, unchanged.`)
  return lines.length === 0
}

/** Says that the last signed row is in the log that was signed, or that it is not. */
export function checkInclusion(rows: Row[], log: LedgerLog): boolean {
  const row = rows.find((one) => one.of('sequence') === String(log.sequence))
  const { checkpoint } = log
  if (isSignedBy(checkpoint, checkpoint.key ? [checkpoint.key] : []) !== true) {
    console.log('WRONG: the checkpoint of this file is not signed with the key that stands beside it.')
    return false
  }
  if (!row || !isIncluded(row, log)) {
    console.log(`WRONG: row ${log.sequence} is not in the log that was signed at ${checkpoint.time}.`)
    return false
  }
  console.log(
    `Row ${log.sequence} and those before it are in the log of ${checkpoint.size} rows that ${checkpoint.origin} signed at ${checkpoint.time}.`,
  )
  const after = rows.length - log.sequence
  if (after > 0) console.log(`The ${after} rows after it are in no checkpoint yet.`)
  console.log(`Key: ${checkpoint.key}`)
  return true
}

/** Says where the log that was signed has become smaller. */
export function hasGrown(earlier: LedgerLog, now: LedgerLog): boolean {
  const [before, size] = [earlier.checkpoint.size, now.checkpoint.size]
  if (size >= before) return true
  console.log(`WRONG: the log has become smaller since the earlier file, from ${before} rows to ${size}.`)
  return false
}

/** A checkpoint, and the file that it stands in. */
export type Found = { checkpoint: Checkpoint; file: string }

/**
 * Says whether all these checkpoints can be of one log to which rows were only ever added. What no proof at hand
 * connects with the largest is named, since it may have been of another log.
 */
export function checkCheckpoints(found: Found[], steps: Step[]): boolean {
  const problems = [...unsigned(found), ...contradictions(found)]
  const bySize = new Map(found.map((one) => [one.checkpoint.size, one]))
  const connected = new Map<number, number[]>()
  const nameOfSize = (size: number) => `${size} rows (${bySize.get(size)?.file})`
  for (const step of steps) {
    const [from, to] = [bySize.get(step.from), bySize.get(step.to)]
    if (!from || !to) continue
    if (!goesOn(step, from.checkpoint.root, to.checkpoint.root))
      problems.push(
        `WRONG: the log of ${nameOfSize(step.to)} does not go on from that of ${nameOfSize(step.from)}: rows were changed or left out.`,
      )
    else
      for (const [one, other] of [
        [step.from, step.to],
        [step.to, step.from],
      ] as const)
        connected.set(one, [...(connected.get(one) ?? []), other])
  }
  const largest = Math.max(...bySize.keys())
  const reached = new Set([largest])
  for (const size of reached) for (const other of connected.get(size) ?? []) reached.add(other)
  if (problems.length === 0)
    for (const size of bySize.keys())
      if (!reached.has(size))
        problems.push(
          `NOT PROVEN: nothing here says whether the log of ${largest} rows goes on from that of ${nameOfSize(size)}. Save /api/v1/ledger/consistency?from=${size}&to=${largest} and add it with --checkpoints.`,
        )
  for (const line of problems) console.log(line)
  if (problems.length === 0 && bySize.size > 1)
    console.log(`All ${bySize.size} checkpoints are of one log, to which rows were only added.`)
  return problems.length === 0
}

function unsigned(found: Found[]): string[] {
  const keys = new Set(found.flatMap(({ checkpoint }) => checkpoint.key ?? []))
  return found.flatMap(({ checkpoint, file }) => {
    const isSigned = isSignedBy(checkpoint, keys)
    if (isSigned) return []
    return isSigned === undefined
      ? [`NOT PROVEN: no key at hand is that of the checkpoint of ${checkpoint.size} rows in ${file}.`]
      : [`WRONG: the checkpoint of ${checkpoint.size} rows in ${file} has not its signature.`]
  })
}

/** Two roots for one size, and checkpoints that name another predecessor than the one that is there. */
function contradictions(found: Found[]): string[] {
  const problems: string[] = []
  const bySize = new Map<number, Found>()
  for (const one of found) {
    const { size, root } = one.checkpoint
    const other = bySize.get(size)
    if (other && !other.checkpoint.root.equals(root))
      problems.push(
        `WRONG: two logs of ${size} rows were signed, one in ${other.file} and another in ${one.file}: the ledger was written anew.`,
      )
    bySize.set(size, one)
  }
  const sorted = [...bySize.values()].sort((one, other) => one.checkpoint.size - other.checkpoint.size)
  const names = new Set(found.map(({ checkpoint }) => nameOf(checkpoint)))
  for (const [n, { checkpoint, file }] of sorted.entries()) {
    const before = sorted[n - 1]
    const isNext = before && checkpoint.previous && names.has(checkpoint.previous)
    if (isNext && checkpoint.previous !== nameOf(before.checkpoint))
      problems.push(
        `WRONG: the checkpoint of ${checkpoint.size} rows in ${file} follows none of ${before.checkpoint.size} rows.`,
      )
  }
  return problems
}
