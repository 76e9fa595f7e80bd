import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A column of a table: its name, and its cell in a row. */
export type Column<Item> = {
  name: string
  of: (item: Item) => ReactNode
  /** A column of numbers. */
  isEnd?: boolean
  /** Takes the room that the others leave, and gives way first. */
  isWide?: boolean
}

/** The classes of a table as wide as the window allows, with rows of 44 px. */
export const dense = {
  table: 'w-full text-small whitespace-nowrap',
  head: 'h-10 px-2 font-medium first:ps-4 last:pe-4',
  headRow: 'border-b border-line-strong text-caption text-ink-3',
  cell: 'h-11 border-t px-2 py-1 first:ps-4 last:pe-4',
  row: 'hover:bg-sunken',
  wide: 'w-full max-w-0 min-w-40',
}

type TableFrameProps = { label: string; children: ReactNode }

/** The panel of a table, which scrolls sideways, by keyboard too, where long names leave it too little room. */
export const TableFrame = ({ label, children }: TableFrameProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <section aria-label={label} tabIndex={0} className="surface overflow-x-auto">
    <table aria-label={label} className={dense.table}>
      {children}
    </table>
  </section>
)

type AdminTableProps<Item> = {
  label: string
  /** The first names the row. */
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
}

/** A list as a table. */
export function AdminTable<Item>({ label, columns, items, keyOf }: AdminTableProps<Item>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <TableFrame label={label}>
      <thead>
        <tr className={dense.headRow}>
          {columns.map(({ name, isEnd }) => (
            <th key={name} scope="col" className={clsx(dense.head, isEnd ? 'text-end' : 'text-start')}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)} className={dense.row}>
            <th scope="row" className={clsx(cellOf(first), 'text-start font-semibold')}>
              {first.of(item)}
            </th>
            {others.map((column) => (
              <td key={column.name} className={cellOf(column)}>
                {column.of(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

const cellOf = ({ isEnd, isWide }: Pick<Column<never>, 'isEnd' | 'isWide'>) =>
  clsx(dense.cell, isEnd && 'num text-end', isWide && [dense.wide, 'truncate'])
