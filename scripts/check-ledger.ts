// Checks an exported ledger by itself: that no row was changed, left out or moved, and that every amount adds up. It
// needs nothing but Node and the files, so that a creator can check their ledger without trusting anyone:
//
//   node check-ledger.mjs folio-ledger-2026-11-22.json      (or .csv, or the export of all your data)
//   node check-ledger.mjs today.json --before last-month.json
//   node check-ledger.mjs today.json --checkpoints checkpoints.json --checkpoints mail.txt
//
// Each row's hash is the SHA-256 of the hash of the row before it and the row itself; the first one goes on from the
// SHA-256 of the payee's id. In rows of version 1 (and in files without a version) the values are joined with `|`. In
// version 2 each value has its length in bytes before it, as in `4:word,`, what is left out is `-,`, and what the row
// was posted by is covered as well: rule, evidence, what the report said (its id), and reason. Version 3 goes on with
// the marketplace and the month for which Amazon pays the order.
//
// A ledger that was written anew as a whole, and one whose end was cut off, is whole by itself. An earlier file says
// which rows were changed or left out since. A file in JSON also proves that its rows are in the log that was signed,
// and checkpoints that somebody has noted (/ledger/checkpoints, mails, witnesses) show whether that is the log of then.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import {
  checkCheckpoints,
  checkInclusion,
  compareRows,
  type Found,
  hasGrown,
} from './check-ledger/compare.ts'
import { readCheckpoints, readLedger } from './check-ledger/files.ts'
import type { Step } from './check-ledger/log.ts'
import { checkRows } from './check-ledger/rows.ts'

const usage =
  'Which file? node check-ledger.mjs <ledger.json or ledger.csv> [--before <earlier file>] [--checkpoints <file>]…'

class Unreadable extends Error {}

function read<T>(file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Unreadable(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function checkFiles(
  file: string,
  { before, checkpoints }: { before?: string; checkpoints: string[] },
): boolean {
  const ledger = read(file, readLedger)
  const earlier = before === undefined ? undefined : read(before, readLedger)
  const others = checkpoints.map((one) => ({ file: one, ...read(one, readCheckpoints) }))
  let isRight = checkRows(ledger.rows)
  if (ledger.log) isRight = checkInclusion(ledger.rows, ledger.log) && isRight
  if (earlier) {
    console.log(`The earlier file, ${path.basename(before ?? '')}:`)
    isRight = checkRows(earlier.rows) && isRight
    if (earlier.log) isRight = checkInclusion(earlier.rows, earlier.log) && isRight
    isRight = compareRows(earlier.rows, ledger.rows) && isRight
    if (ledger.log && earlier.log) isRight = hasGrown(earlier.log, ledger.log) && isRight
  }
  const found: Found[] = [
    ...others.flatMap(({ file: name, checkpoints: some }) =>
      some.map((checkpoint) => ({ checkpoint, file: path.basename(name) })),
    ),
    ...(earlier?.log ? [{ checkpoint: earlier.log.checkpoint, file: path.basename(before ?? '') }] : []),
    ...(ledger.log ? [{ checkpoint: ledger.log.checkpoint, file: path.basename(file) }] : []),
  ]
  const steps: Step[] = [
    ...others.flatMap((one) => one.steps),
    ...(earlier?.log?.steps ?? []),
    ...(ledger.log?.steps ?? []),
  ]
  if (others.length > 0 && !ledger.log) {
    console.log('NOT PROVEN: this file does not say where its rows are in the log. Download it as JSON.')
    isRight = false
  }
  return (found.length < 2 || checkCheckpoints(found, steps)) && isRight
}

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { before: { type: 'string' }, checkpoints: { type: 'string', multiple: true } },
    })
    const [file, ...more] = positionals
    return file === undefined || more.length > 0
      ? undefined
      : { file, before: values.before, checkpoints: values.checkpoints ?? [] }
  } catch {
    return undefined
  }
}

const given = asked()
if (!given) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    if (!checkFiles(given.file, { ...given })) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
