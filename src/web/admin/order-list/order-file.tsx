import { appFile, exportName, mediaTypes } from '../../../shared/export-file.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { useAppName } from '../../use-app-name.ts'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import type { ListedBy } from './order-search.ts'

type OrderFileProps = { listed: ListedBy }

/** The button that saves all listed orders as CSV. */
export function OrderFile({ listed }: OrderFileProps) {
  const api = useApi()
  const appName = useAppName()
  const { isBusy, make } = useOneCall<'save'>()
  const save = () =>
    make(
      'save',
      async () => {
        const query = { ...listed, format: 'csv' as const }
        const file = await api('GET /api/v1/admin/export/orders', { query }, { asFile: true })
        const name = appFile(appName, exportName('orders', 'csv', new Date()))
        saveFile(name, file as Blob, mediaTypes.csv)
      },
      (error) => void toast.error('Failed to export the orders', { description: messageOf(error) }),
    )
  return (
    <Button size="sm" busy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
