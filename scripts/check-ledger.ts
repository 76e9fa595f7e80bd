// Checks an exported ledger by itself: that no row was changed, left out or moved, and that every amount adds up. It
// needs nothing but Node and the file, so that a creator can check their ledger without trusting anyone:
//
//   node check-ledger.mjs folio-ledger-2026-11-22.csv      (or .json, or the export of all your data)
//
// Each row's hash is the SHA-256 of the hash of the row before it and the row itself; the first one goes on from the
// SHA-256 of the payee's id. In rows of version 1 (and in files without a version) the values are joined with `|`. In
// version 2 each value has its length in bytes before it, as in `4:word,`, what is left out is `-,`, and what the row
// was posted by is covered as well: rule, evidence, what the report said (its id), and reason. Version 3 goes on with the
// marketplace and the month for which Amazon pays the order. A ledger whose end was cut off is whole as far as it goes: compare the last hash with that of an earlier or later export.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'

/** A row's values as the file writes them, and where it stands there. */
type Row = { position: string; of: (column: string) => string }

type Pair = { gross: bigint; fee: bigint; entries: bigint; feeBps: string }

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
  if (version !== '2' && version !== '3')
    throw new Error(`this program does not know rows of version ${version}`)
  const why = ['rule', 'evidence', 'observation_id', 'reason'].map(row.of)
  const month = row.of('earning_month')
  const ofMonth = version === '3' ? [row.of('marketplace'), month && daysOf(month)] : []
  return [version, ...covered(row), ...why, ...ofMonth].map((value) => field(String(value))).join('')
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
  const pair = pairs.get(id) ?? { gross: 0n, fee: 0n, entries: 0n, feeBps: row.of('fee_bps') }
  pair.gross += cents(row, 'gross_commission')
  pair.fee += cents(row, 'platform_fee')
  pair.entries += 1n
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

function readRows(text: string): Row[] {
  const content = text.replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(content) ? jsonRows(JSON.parse(content)) : csvRows(content)
}

function jsonRows(file: unknown): Row[] {
  // The export of the ledger, or that of all of a person's data.
  const items: unknown = Object(file).items ?? Object(file).ledger ?? file
  if (!Array.isArray(items)) throw new Error('there is no ledger in it')
  return items.map((item, i) => ({
    position: `row ${i + 1}`,
    of: (column) => String(Object(item)[column] ?? ''),
  }))
}

function csvRows(text: string): Row[] {
  const [header, ...lines] = csvLines(text)
  const columns = header?.cells ?? []
  for (const column of ['sequence', 'payee_id', 'previous_hash', 'hash'])
    if (!columns.includes(column)) throw new Error(`there is no column ${column} in it`)
  return lines.map(({ line, cells }) => ({
    position: `line ${line}`,
    // Text that a spreadsheet would run as a formula is exported with an apostrophe in front.
    of: (column) => (cells[columns.indexOf(column)] ?? '').replace(/^'(?=[=+\-@\t\r'])/, ''),
  }))
}

function csvLines(text: string): { line: number; cells: string[] }[] {
  const found: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let [line, start, read] = [1, 1, 0]
  // A cell, quoted or not, and what ends it.
  for (const [whole, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    read += whole.length
    line += whole.split('\n').length - 1
    cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === ',') continue
    // An empty line, such as the one after the last line's end.
    if (cells.length > 1 || cells[0] !== '') found.push({ line: start, cells })
    cells = []
    start = line
  }
  if (read < text.length) throw new Error(`line ${line} is no line of a CSV`)
  return found
}

/** Says what the ledger comes to, or where it is first wrong. */
function check(rows: Row[]): boolean {
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
  console.log(`All ${rows.length} rows of ${pairs.size} orders are as they were posted.`)
  console.log(
    `Commission ${dollars(sums.gross)}, platform ${dollars(sums.fee)}, yours ${dollars(sums.user)}.`,
  )
  const last = rows.at(-1)
  if (last) console.log(`Last row: ${last.of('sequence')}, hash ${last.of('hash')}`)
  return true
}

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Which file? node check-ledger.mjs <ledger.csv or ledger.json>')
  process.exitCode = 2
} else {
  try {
    if (!check(readRows(readFileSync(file, 'utf8')))) process.exitCode = 1
  } catch (error) {
    console.error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  }
}
