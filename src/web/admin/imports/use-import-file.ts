import { useState } from 'react'
import { appFile } from '../../../shared/export-file.ts'
import { useApi } from '../../api/use-api.ts'
import { saveFile } from '../../browser/save-file.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useAppName } from '../../use-app-name.ts'
import type { Import } from '../answers.ts'
import { messageOf } from '../parts/texts.ts'

/** Downloads of an import, one at a time: the original file, and the rows that were left out. */
export function useImportFile({ id, file_name }: Import) {
  const api = useApi()
  const appName = useAppName()
  const [isBusy, setBusy] = useState(false)
  const extras = { asFile: true } as const
  const input = { params: { id } }
  const files = {
    file: async () => {
      const file = await api('GET /api/v1/admin/imports/:id/file', input, extras)
      saveFile(file_name ?? 'import.csv', file as Blob, 'application/octet-stream')
    },
    errors: async () => {
      const file = await api('GET /api/v1/admin/imports/:id/errors', input, extras)
      saveFile(appFile(appName, 'import-errors.csv'), file as Blob, 'text/csv')
    },
  }
  const failures = { file: 'Failed to download the file', errors: 'Failed to download the errors' }

  async function download(which: keyof typeof files) {
    if (isBusy) return
    setBusy(true)
    try {
      await files[which]()
    } catch (error) {
      void toast.error(failures[which], { description: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download }
}
