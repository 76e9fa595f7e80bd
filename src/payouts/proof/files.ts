import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { Context } from '../../platform/context.ts'
import { csvRows, exactCsvRows, unguarded } from '../../platform/files/csv.ts'
import { type Check, count } from '../../platform/verification.ts'
import type { PayoutBox, PayoutKey } from '../details/payout-key.ts'
import { contentOf, type FiledLine, type FileKind, filesOf, hasLeft } from '../runs/files-rules.ts'
import { type LineRow, selectLines } from '../runs/sql.ts'
import { type SealedFile, selectApproved, selectSealedFiles } from './sql.ts'

/**
 * Whether each approved run has the files that its lines make, byte for byte if the key is here; without it, as many
 * rows of each kind (decision 81).
 */
export const checkFiles = ({ db }: Context, key: PayoutKey): Check => ({
  name: 'files of payouts match their lines',
  find: async () => {
    const box = await key.find()
    const problems: string[] = []
    let files = 0
    let opened = 0
    for (const run of await selectApproved(db)) {
      const [lines, stored] = [await selectLines(db, run.id), await selectSealedFiles(db, run.id)]
      const found = lookAt(run.number, lines, stored, box)
      files += stored.length
      opened += found.opened
      problems.push(...found.problems)
    }
    return {
      compared: `${count(opened)} of ${count(files)} files opened`,
      differing: problems.length,
      examples: problems.slice(0, 20),
    }
  },
})

function lookAt(number: number, lines: LineRow[], stored: SealedFile[], box: PayoutBox | null) {
  const problems: string[] = []
  const isHere = box !== null && [...lines, ...stored].every(({ key_mark }) => key_mark.equals(box.keyMark))
  const accounts = lines.map((line) => (isHere ? attempt(() => box.open(line, line.payee_id)) : null))
  for (const [index, line] of lines.entries())
    if (isHere && !accounts[index]) problems.push(`payout ${number}, line ${line.place}: cannot be opened`)
  const unknown = { account: '', legal_name: '', country: '' }
  const filed = lines.map(({ method, amount_cents: cents, reference, left_file_at }, index) => ({
    ...(accounts[index] ?? unknown),
    ...{ method, cents, username: '', reference, left_file_at },
  }))
  const expected = new Map(filesOf(number, filed).map((file) => [file.name, file]))
  for (const { name } of expected.values())
    if (!stored.some((file) => file.name === name && file.edition === 1)) problems.push(`${name}: is missing`)
  let opened = 0
  for (const file of stored) {
    const all = expected.get(file.name)?.lines ?? []
    const name = file.edition === 1 ? file.name : `${file.name}, edition ${file.edition}`
    // Later editions lack exactly the lines that have left them.
    const minRows = file.edition === 1 ? all.length : all.filter((line) => !hasLeft(line)).length
    if (file.rows < minRows || file.rows > all.length) problems.push(`${name}: has ${file.rows} rows`)
    else if (isHere && accounts.every(Boolean)) {
      const text = attempt(() => box.openText(file, file.run_id))
      if (text === null) problems.push(`${name}: cannot be opened`)
      else {
        opened += 1
        if (!createHash('sha256').update(text).digest().equals(file.sha256))
          problems.push(`${name}: has another digest`)
        const left = all.filter((line) => !hasLeft(line) || text.includes(`"${line.reference}"`))
        if (left.length !== file.rows || !isOf(file.kind, left, text))
          problems.push(`${name}: says something else than its lines`)
      }
    }
  }
  return { opened, problems }
}

/** Also null for a changed text. */
function attempt<T>(open: () => T | null): T | null {
  try {
    return open()
  } catch {
    return null
  }
}

/** Whether a text is the file of these lines. Earlier files for machines are guarded, too. */
function isOf(kind: FileKind, lines: FiledLine[], text: string): boolean {
  const { cells, isForSpreadsheets } = contentOf(kind, lines)
  const named = withUsernames({ kind, cells }, text)
  return csvRows(named) === text || (!isForSpreadsheets && exactCsvRows(named) === text)
}

/** The list of all lines has creators' names at that time, which nothing else keeps. */
function withUsernames({ kind, cells }: { kind: string; cells: string[][] }, text: string): string[][] {
  if (kind !== 'csv') return cells
  const column = cells[0]?.indexOf('username') ?? -1
  const written: string[][] = parse(text, { relax_column_count: true })
  return cells.map((row, index) => row.with(column, unguarded(written[index]?.[column] ?? '')))
}
