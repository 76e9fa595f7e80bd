import { useState } from 'react'
import { exportName, type FileFormat, mediaTypes } from '../../shared/export-file.ts'
import { saveFile } from '../account/save-file.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { ApiError } from '../client.ts'
import { useApi } from '../product/use-api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type Content = Parameters<typeof exportName>[0]
type ExportSectionProps = { title: string; note: string; content: Content }

const calls = { collection: 'GET /api/v1/me/collection', clicks: 'GET /api/v1/me/clicks' } as const
const contents: Record<Content, string> = { collection: 'items', clicks: 'clicks' }

/** All items, or all clicks on them, as a file. */
export function ExportSection({ title, note, content }: ExportSectionProps) {
  const api = useApi()
  const [busy, setBusy] = useState<FileFormat | null>(null)

  async function save(format: FileFormat) {
    if (busy) return
    setBusy(format)
    try {
      const file = await api(calls[content], { query: { format } }, { asFile: true })
      saveFile(exportName(content, format, new Date()), file as Blob, mediaTypes[format])
    } catch (error) {
      const description = error instanceof ApiError ? error.message : undefined
      void toast.error(`Failed to export your ${contents[content]}`, { ...(description && { description }) })
    } finally {
      setBusy(null)
    }
  }

  const buttonFor = (format: FileFormat) => (
    <Button busy={busy === format} onClick={() => void save(format)} className="max-sm:flex-1">
      {content === 'clicks' ? 'Clicks' : 'Export'} as {format.toUpperCase()}
    </Button>
  )
  return (
    <SettingsSection title={title} note={note}>
      <div className="flex flex-wrap gap-3">
        {buttonFor('csv')}
        {buttonFor('json')}
      </div>
    </SettingsSection>
  )
}
