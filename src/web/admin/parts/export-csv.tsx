import { appFile, mediaTypes } from '../../../shared/export-file.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useAppName } from '../../use-app-name.ts'
import { messageOf } from './texts.ts'
import { useOneCall } from './use-one-call.ts'

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
  const { isBusy, make } = useOneCall<'save'>()
  const save = () =>
    make(
      'save',
      async () => saveFile(appFile(appName, name()), (await load()) as Blob, mediaTypes.csv),
      (error) => void toast.error(failure, { description: messageOf(error) }),
    )
  return (
    <Button size="sm" busy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
