import { Banner } from '../../ui/feedback/banner.tsx'
import type { Import } from '../admin-queries.ts'

type ReconciliationProps = { batch: Import }

/** The file's own totals beside those of the rows that were read; nothing where the file has none. */
export function Reconciliation({ batch: { reconciliation } }: ReconciliationProps) {
  if (!reconciliation || reconciliation.totals.length === 0) return null
  if (reconciliation.agrees)
    return <Banner tone="note">The rows that were read add up to the file’s own totals.</Banner>
  return (
    <Banner tone="bad">
      <p className="font-semibold">The rows that were read do not add up to the file’s own totals.</p>
      <table className="num mt-2 w-full text-start">
        <thead>
          <tr className="text-caption">
            <th className="text-start font-medium">Column</th>
            <th className="text-end font-medium">In the file</th>
            <th className="text-end font-medium">Of its rows</th>
          </tr>
        </thead>
        <tbody>
          {reconciliation.totals.map(({ column, file, rows }) => (
            <tr key={column} className={file === rows ? undefined : 'font-semibold'}>
              <td>{column}</td>
              <td className="text-end">{sumText(file, [file, rows])}</td>
              <td className="text-end">{sumText(rows, [file, rows])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Banner>
  )
}

/** A sum as it is compared: with cents beside one that has some. */
function sumText(sum: number, compared: number[]): string {
  const digits = compared.every(Number.isInteger) ? 0 : 2
  return sum.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
