import { appFile } from '../../../shared/export-file.ts'
import { useAct } from '../../api/use-act.ts'
import { saveFile } from '../../browser/save-file.ts'
import { useAppName } from '../../use-app-name.ts'
import type { Import } from '../answers.ts'

const failures = { file: 'Failed to download the file', errors: 'Failed to download the errors' }

/** Downloads of an import, one at a time: the original file, and the rows that were left out. */
export function useImportFile({ id, file_name }: Import) {
  const appName = useAppName()
  const { run: download, isBusy } = useAct({
    send: async (api, which: keyof typeof failures) => {
      const file = await api(`GET /api/v1/admin/imports/:id/${which}`, { params: { id } }, { asFile: true })
      if (which === 'file') saveFile(file_name ?? 'import.csv', file as Blob, 'application/octet-stream')
      else saveFile(appFile(appName, 'import-errors.csv'), file as Blob, 'text/csv')
    },
    failed: (which) => failures[which],
  })
  return { isBusy, download }
}
