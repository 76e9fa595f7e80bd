import { useState } from 'react'
import { exportName } from '../../shared/collection-file.ts'
import { saveFile } from '../account/save-file.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { ApiError } from '../client.ts'
import { useApi } from '../product/use-api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type Format = 'csv' | 'json'

const types: Record<Format, string> = { csv: 'text/csv', json: 'application/json' }

/** All items as a file. */
export function ExportSection() {
  const api = useApi()
  const [busy, setBusy] = useState<Format | null>(null)

  async function save(format: Format) {
    if (busy) return
    setBusy(format)
    try {
      const file = await api('GET /api/v1/me/collection', { query: { format } }, { asFile: true })
      saveFile(exportName(format, new Date()), file as Blob, types[format])
    } catch (error) {
      const description = error instanceof ApiError ? error.message : undefined
      void toast.error('Failed to export your items', { ...(description && { description }) })
    } finally {
      setBusy(null)
    }
  }

  return (
    <SettingsSection
      title="Export"
      note="All your items as one file: to keep, to edit in a spreadsheet, or to take elsewhere."
    >
      <div className="flex flex-wrap gap-3">
        <Button busy={busy === 'csv'} onClick={() => void save('csv')} className="max-sm:flex-1">
          Export as CSV
        </Button>
        <Button busy={busy === 'json'} onClick={() => void save('json')} className="max-sm:flex-1">
          Export as JSON
        </Button>
      </div>
    </SettingsSection>
  )
}
