import { type Checkpoint, type LedgerLog, readNote, type Step } from './log.ts'
import type { Row } from './rows.ts'

/** What a ledger's file has: its rows, and in JSON what proves that they are in the signed log. */
export function readLedger(text: string): { rows: Row[]; log: LedgerLog | undefined } {
  const content = text.replace(/^\uFEFF/, '')
  if (!/^\s*[[{]/.test(content)) return { rows: csvRows(content), log: undefined }
  const file: unknown = JSON.parse(content)
  return { rows: jsonRows(file), log: logOf(Object(file).ledger_log) }
}

function logOf(found: unknown): LedgerLog | undefined {
  if (!found) return undefined
  const { checkpoint, sequence, position, inclusion, earlier } = Object(found)
  const { size } = readNote(checkpoint)
  return {
    checkpoint: readNote(checkpoint),
    sequence: Number(sequence),
    position: Number(position),
    inclusion: hashesOf(inclusion),
    steps: listOf(earlier).map((one) => ({
      from: Number(Object(one).size),
      to: size,
      hashes: hashesOf(Object(one).consistency),
    })),
  }
}

/**
 * Checkpoints, and proofs between them: pages of the list, answers of the call for one proof, or signed notes as text.
 */
export function readCheckpoints(text: string): { checkpoints: Checkpoint[]; steps: Step[] } {
  if (!/^\s*\{/.test(text)) {
    const notes = text
      .replaceAll('\r\n', '\n')
      .match(/^[^\s][^\n]*\n\d+\n[^\n]+\n(?:[^\n]+\n)*\n(?:— [^\n]+\n?)+/gm)
    if (!notes) throw new Error('there is no checkpoint in it')
    return { checkpoints: notes.map((note) => readNote({ note })), steps: [] }
  }
  const file = Object(JSON.parse(text))
  if (file.consistency)
    return {
      checkpoints: [],
      steps: [{ from: Number(file.from), to: Number(file.to), hashes: hashesOf(file.consistency) }],
    }
  const items = listOf(file.items)
  const steps = items.flatMap((item) => {
    const { size, previous } = Object(item)
    return previous
      ? [{ from: Number(previous.size), to: Number(size), hashes: hashesOf(previous.consistency) }]
      : []
  })
  return { checkpoints: items.map(readNote), steps }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('it is no file of this kind')
  return value
}

const hashesOf = (value: unknown): Buffer[] => listOf(value).map((hex) => Buffer.from(String(hex), 'hex'))

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
