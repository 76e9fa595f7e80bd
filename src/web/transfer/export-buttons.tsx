import { useState } from 'react'
import { appFile, exportName, type FileFormat, mediaTypes } from '../../shared/export-file.ts'
import { ApiError } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { useAppName } from '../use-app-name.ts'

/** The kinds of file a creator can export. */
export type Content = Exclude<Parameters<typeof exportName>[0], 'orders'>

const calls = {
  collection: 'GET /api/v1/me/collection',
  clicks: 'GET /api/v1/me/clicks',
  ledger: 'GET /api/v1/me/ledger/export',
} as const

type Words = {
  /** The button's label. */
  action: string
  /** The name of the file in a failure's message. */
  what: string
}

const words: Record<Content, Words> = {
  collection: { action: 'Export', what: 'items' },
  clicks: { action: 'Clicks', what: 'clicks' },
  ledger: { action: 'Ledger', what: 'ledger' },
}

type ExportButtonsProps = { content: Content }

/** A download button for each kind of file: all items, all clicks on them, the whole ledger. */
export function ExportButtons({ content }: ExportButtonsProps) {
  const api = useApi()
  const appName = useAppName()
  const [busy, setBusy] = useState<FileFormat | null>(null)
  const { action, what } = words[content]

  async function save(format: FileFormat) {
    if (busy) return
    setBusy(format)
    try {
      const file = await api(calls[content], { query: { format } }, { asFile: true })
      const name = appFile(appName, exportName(content, format, new Date()))
      saveFile(name, file as Blob, mediaTypes[format])
    } catch (error) {
      const description = error instanceof ApiError ? error.message : undefined
      void toast.error(`Failed to export your ${what}`, { ...(description && { description }) })
    } finally {
      setBusy(null)
    }
  }

  const buttonFor = (format: FileFormat) => (
    <Button busy={busy === format} onClick={() => void save(format)} className="max-sm:flex-1 max-sm:px-2">
      {action} as {format.toUpperCase()}
    </Button>
  )
  return (
    <>
      {buttonFor('csv')}
      {buttonFor('json')}
    </>
  )
}
