import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Who reads a column of a row that they see, and how its owner writes it. */
export type ColumnRights = {
  read: 'everybody' | 'owner' | 'nobody'
  written: ('insert' | 'update')[] | 'ignored' | 'never'
}

const text = readFileSync(path.join(import.meta.dirname, '../../../docs/product', 'calls.md'), 'utf8')
const [, table = ''] = text.split('| Table | Columns | Read by | Written by its owner |\n')

/** The rights on each column of each table, as docs/product/calls.md#table-queries lists them. */
export const columnRights: Record<string, Record<string, ColumnRights>> = {}

let of = ''
for (const line of table.split('\n\n')[0]?.split('\n').slice(1) ?? []) {
  const [, name = '', columns = '', read, written = ''] = line.split('|').map((cell) => cell.trim())
  if (name) of = name.replaceAll('`', '')
  const isWritten = written !== 'ignored' && written !== 'never'
  const rights = { read, written: isWritten ? written.split(', ') : written } as ColumnRights
  for (const column of columns.replaceAll('`', '').split(', '))
    columnRights[of] = { ...columnRights[of], [column]: rights }
}
