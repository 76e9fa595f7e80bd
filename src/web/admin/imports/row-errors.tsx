import { useState } from 'react'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import type { Import } from '../admin-queries.ts'
import { messageOf } from '../parts/message-of.ts'
import { numberText } from '../parts/texts.ts'

/** As many as one reads at a glance; the rest are in the file. */
const shown = 8

type RowErrorsProps = { batch: Import }

/** The rows that were left out, and why; all that are kept can be had as a file. */
export function RowErrors({ batch: { id, errors, failed } }: RowErrorsProps) {
  const { isBusy, download } = useDownload(id)
  if (errors.length === 0) return null
  const listed = errors.slice(0, shown)
  const rest = Math.max(failed, errors.length) - listed.length
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">Rows with problems</h3>
      <ul className="divide-y rounded-md border">
        {listed.map(({ line, column, message, order_item_id }) => (
          <li
            key={`${line} ${column} ${message}`}
            className="gap-4 px-3 py-2.5 text-small sm:grid sm:grid-cols-[12rem_1fr]"
          >
            <p className="num min-w-0 font-semibold">
              Line {numberText(line)}
              {column && `, ${column}`}
            </p>
            <div className="min-w-0 text-ink-2">
              <p>{message}</p>
              {order_item_id && <p className="num line-clamp-1 text-caption break-all">{order_item_id}</p>}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="num text-small text-ink-2">{rest > 0 && `and ${numberText(rest)} more`}</p>
        <Button size="sm" busy={isBusy} onClick={() => void download()}>
          Download errors
        </Button>
      </div>
    </section>
  )
}

function useDownload(id: string) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    if (isBusy) return
    setBusy(true)
    try {
      const file = await api('GET /api/v1/admin/imports/:id/errors', { params: { id } }, { asFile: true })
      saveFile('folio-import-errors.csv', file as Blob, 'text/csv')
    } catch (error) {
      void toast.error('Failed to download the errors', { description: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download }
}
