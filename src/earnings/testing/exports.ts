import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const checker = path.resolve(import.meta.dirname, '../../../scripts/check-ledger.ts')

/** The rows of an exported CSV, by its columns. */
export const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })

/** A folder with files that a creator has, which the project's script checks. */
export function checkedFiles() {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-ledger-'))
  return {
    /** The script's result for a file of this name and text. */
    checked: async (name: string, text: string): Promise<string> => {
      const file = path.join(folder, name)
      writeFileSync(file, text)
      const run = promisify(execFile)(process.execPath, [checker, file])
      return (await run.catch((failure) => failure)).stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
