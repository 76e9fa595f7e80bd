import { createHash } from 'node:crypto'
import { centsOf, conversionsIn, textOf } from './conversions.ts'

/** A row's values as the file writes them, and where it stands there. */
export type Row = { position: string; of: (column: string) => string }

/** An order's sums, and the evidence of its last row. */
type Pair = { gross: bigint; fee: bigint; entries: bigint; feeBps: string; evidence: string }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The columns that the hash of a row of version 1 covers, in order. */
const covered = (row: Row) => [
  row.of('previous_hash'),
  row.of('payee_id'),
  row.of('sequence'),
  row.of('order_item_id'),
  row.of('pair_sequence'),
  row.of('transaction_type'),
  row.of('gross_commission_cents'),
  row.of('platform_fee_cents'),
  row.of('user_amount_cents'),
  row.of('fee_bps'),
  // Days since the start of 2000, and microseconds since the start of 1970.
  daysOf(row.of('available_on')),
  microseconds(row.of('created_at')),
]

const daysOf = (day: string) => (Date.parse(day) - Date.parse('2000-01-01')) / 86_400_000

const versionOf = (row: Row): string => row.of('hash_version') || '1'

/** What the hash is made of. */
function hashed(row: Row): string {
  const version = versionOf(row)
  if (version === '1') return covered(row).join('|')
  if (!['2', '3', '4'].includes(version))
    throw new Error(`this program does not know rows of version ${version}`)
  const why = ['rule', 'evidence', 'observation_id', 'reason'].map(row.of)
  const monthOf = (column: string) => row.of(column) && daysOf(row.of(column))
  const ofMonth = version >= '3' ? [row.of('marketplace'), monthOf('earning_month')] : []
  const counts = version >= '4' ? [monthOf('counts_month')] : []
  return [version, ...covered(row), ...why, ...ofMonth, ...counts]
    .map((value) => field(String(value)))
    .join('')
}

/** An absent value is an empty text; rows have no other empty values. */
const field = (text: string) => (text === '' ? '-,' : `${Buffer.byteLength(text)}:${text},`)

function microseconds(instant: string): bigint {
  const [, second, fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?Z$/.exec(instant) ?? []
  if (second === undefined) throw new Error(`created_at is no time: ${instant}`)
  return BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

const cents = (row: Row, column: string): bigint => {
  const text = row.of(`${column}_cents`)
  if (!/^-?\d+$/.test(text)) throw new Error(`${column}_cents is no whole number: ${text}`)
  return BigInt(text)
}

/** Half a cent is rounded away from zero. */
const feeOf = (total: bigint, bps: bigint) =>
  total < 0n ? -((-total * bps + 5_000n) / 10_000n) : (total * bps + 5_000n) / 10_000n

/** What is wrong with a row that follows `previous`, in words; nothing if all is right. Adds it to its order's sums. */
function problemOf(row: Row, previous: Row | undefined, pairs: Map<string, Pair>): string | undefined {
  const sequence = previous ? BigInt(previous.of('sequence')) + 1n : 1n
  if (row.of('sequence') !== String(sequence)) return `this is row ${row.of('sequence')}, not ${sequence}`
  if (previous && row.of('payee_id') !== previous.of('payee_id')) return 'this row is another payee’s'
  if (row.of('previous_hash') !== (previous?.of('hash') ?? sha256(row.of('payee_id'))))
    return 'previous_hash is not the hash of the row before'
  if (previous && BigInt(versionOf(row)) < BigInt(versionOf(previous)))
    return 'this row is of an older version than the row before'
  if (row.of('hash') !== sha256(hashed(row)))
    return 'the row does not have its hash: something in it was changed'
  return problemOfAmounts(row) ?? problemOfPair(row, pairs)
}

function problemOfAmounts(row: Row): string | undefined {
  const [gross, fee, user] = [
    cents(row, 'gross_commission'),
    cents(row, 'platform_fee'),
    cents(row, 'user_amount'),
  ]
  if (gross !== fee + user) return 'the commission is not the sum of its two shares'
  const stated = { gross_commission: gross, platform_fee_amount: fee, user_amount: user }
  for (const [column, amount] of Object.entries(stated)) {
    const text = row.of(column)
    if (text !== '' && Math.round(Number(text) * 100) !== Number(amount))
      return `${column} is ${text}, but was posted as ${dollars(amount)}`
  }
  return undefined
}

function problemOfPair(row: Row, pairs: Map<string, Pair>): string | undefined {
  const id = row.of('order_item_id')
  // Some rows belong to no order.
  if (id === '') return undefined
  const pair = pairs.get(id) ?? { gross: 0n, fee: 0n, entries: 0n, feeBps: row.of('fee_bps'), evidence: '' }
  pair.gross += cents(row, 'gross_commission')
  pair.fee += cents(row, 'platform_fee')
  pair.entries += 1n
  pair.evidence = row.of('evidence')
  pairs.set(id, pair)
  if (row.of('pair_sequence') !== String(pair.entries))
    return `this is not row ${pair.entries} of order ${id}`
  if (row.of('fee_bps') !== pair.feeBps) return `the share of order ${id} has changed`
  if (pair.fee !== feeOf(pair.gross, BigInt(pair.feeBps)))
    return `the shares of order ${id} come to ${dollars(pair.fee)}, not ${dollars(feeOf(pair.gross, BigInt(pair.feeBps)))}`
  return undefined
}

const dollars = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Says what the ledger comes to, or where it is first wrong. */
export function checkRows(rows: Row[]): boolean {
  const pairs = new Map<string, Pair>()
  const sums = { gross: 0n, fee: 0n, user: 0n }
  for (const [i, row] of rows.entries()) {
    let problem: string | undefined
    try {
      problem = problemOf(row, rows[i - 1], pairs)
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    if (problem !== undefined) {
      console.log(`WRONG at ${row.position}: ${problem}.`)
      console.log(`The ${i} rows before it are as they were posted.`)
      return false
    }
    sums.gross += cents(row, 'gross_commission')
    sums.fee += cents(row, 'platform_fee')
    sums.user += cents(row, 'user_amount')
  }
  for (const [id, { gross, evidence }] of pairs) {
    const conversions = conversionsIn(evidence)
    if (!conversions || gross === 0n || gross === centsOf(conversions)) continue
    console.log(`WRONG: order ${id} comes to ${dollars(gross)}, not ${textOf(conversions)}.`)
    return false
  }
  console.log(`All ${rows.length} rows of ${pairs.size} orders are as they were posted.`)
  console.log(
    `Commission ${dollars(sums.gross)}, platform ${dollars(sums.fee)}, yours ${dollars(sums.user)}.`,
  )
  const last = rows.at(-1)
  if (last) console.log(`Last row: ${last.of('sequence')}, hash ${last.of('hash')}`)
  return true
}
