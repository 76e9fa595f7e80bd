import { type DecimalSign, readAmount } from './cells/amount-rules.ts'
import {
  cellProblems,
  isOrderItemId,
  readAsin,
  readQuantity,
  readRateBps,
  readStatus,
} from './cells/cell-rules.ts'
import type { ReadDate } from './cells/date-rules.ts'
import type { ReportRow } from './row.ts'
import type { Columns } from './rows/header-rules.ts'

/** Thrown at the first cell of a row that is wrong; the column is ours. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem'
  readonly column: string
  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}

/** Makes a row out of its cells. Throws {@link CellProblem}. */
export type RowReader = (cells: string[], line: number) => ReportRow

/** How the cells of a file are read. */
export type Reading = {
  columns: Columns
  decimal: DecimalSign
  readDate: (cell: string) => ReadDate
  marketplace: string
}

/** Reads single cells by our name of their column. */
export function createCells({ columns, decimal, readDate }: Reading) {
  const text = (cells: string[], column: string): string => {
    const place = columns.get(column)
    return place === undefined ? '' : (cells[place] ?? '').trim()
  }
  const needed = (cells: string[], column: string): string => {
    const cell = text(cells, column)
    if (cell === '') throw new CellProblem(column, cellProblems.empty)
    return cell
  }
  const found = <T>(value: T | null, column: string, cell: string, problem: (cell: string) => string): T => {
    if (value === null) throw new CellProblem(column, problem(cell))
    return value
  }
  return {
    text,
    orderItemId(cells: string[], column: string): string {
      const cell = needed(cells, column)
      if (!isOrderItemId(cell)) throw new CellProblem(column, cellProblems.orderItemId)
      return cell
    },
    date(cells: string[], column: string): { day: string; at: Date | null } {
      const read = readDate(needed(cells, column))
      if ('problem' in read) throw new CellProblem(column, read.problem)
      return read
    },
    asin(cells: string[], column: string): string {
      const cell = needed(cells, column)
      return found(readAsin(cell), column, cell, cellProblems.asin)
    },
    quantity(cells: string[], column: string): number {
      const cell = needed(cells, column)
      return found(readQuantity(cell), column, cell, cellProblems.quantity)
    },
    cents(cells: string[], column: string): number {
      const read = readAmount(needed(cells, column), decimal)
      if ('problem' in read) throw new CellProblem(column, read.problem)
      return read.cents
    },
    rateBps(cells: string[], column: string): number | null {
      const cell = text(cells, column)
      return cell === '' ? null : found(readRateBps(cell), column, cell, cellProblems.rate)
    },
    status(cells: string[], column: string): ReportRow['orderStatus'] {
      const cell = needed(cells, column)
      return found(readStatus(cell), column, cell, cellProblems.status)
    },
  }
}
