import { appFile, mediaTypes } from '../../../shared/export-file.ts'
import { useAct } from '../../api/use-act.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { useAppName } from '../../use-app-name.ts'

type ExportCsvProps = {
  /** Calls for the file. */
  load: () => Promise<unknown>
  /** Its name, as of now, without the installation's. */
  name: () => string
  /** 'Failed to export the orders'. */
  failure: string
}

/** The button that saves what is shown as CSV. */
export function ExportCsv({ load, name, failure }: ExportCsvProps) {
  const appName = useAppName()
  const { run: save, isBusy } = useAct({
    send: async () => saveFile(appFile(appName, name()), (await load()) as Blob, mediaTypes.csv),
    failed: failure,
  })
  return (
    <Button size="sm" busy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
