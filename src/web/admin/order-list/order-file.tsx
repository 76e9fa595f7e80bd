import { exportName } from '../../../shared/export-file.ts'
import { useApi } from '../../api/use-api.ts'
import { ExportCsv } from '../parts/export-csv.tsx'
import type { ListedBy } from './listed-by.ts'

type OrderFileProps = { listed: ListedBy }

/** The button that saves all listed orders as CSV. */
export function OrderFile({ listed }: OrderFileProps) {
  const api = useApi()
  return (
    <ExportCsv
      load={() =>
        api('GET /api/v1/admin/export/orders', { query: { ...listed, format: 'csv' } }, { asFile: true })
      }
      name={() => exportName('orders', 'csv', new Date())}
      failure="Failed to export the orders"
    />
  )
}
