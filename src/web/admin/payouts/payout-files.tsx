import { useState } from 'react'
import { saveFile } from '../../browser/save-file.ts'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { nameOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'
import { type RunWithFiles, refreshPayouts } from './payout-queries.ts'

type File = RunWithFiles['files'][number]

const kinds = { paypal: 'PayPal mass payment', wise: 'Wise batch payment', csv: 'All lines' }

/** The files for the providers; fetching one again asks first. */
export function PayoutFiles({ files }: { files: File[] }) {
  return (
    <section aria-labelledby="files" className="stack gap-3">
      <h2 id="files" className="t-heading">
        Files
      </h2>
      <ul aria-label="Files" className="surface divide-y overflow-hidden">
        {files.map((file) => (
          <li key={file.id}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileRow({ file }: { file: File }) {
  const { id, kind, name, rows, without, unsent, fetches, last_fetched_by, last_fetched_at } = file
  const { api, isBusy, change } = useChange(refreshPayouts)
  const [isAsking, setAsking] = useState(false)

  async function fetchIt(again: boolean) {
    setAsking(false)
    const fetched = async () => {
      const { name, text } = await api('POST /api/v1/admin/payout-files/:id/fetch', {
        params: { id },
        body: { again },
      })
      saveFile(name, text, 'text/csv')
    }
    // Somebody else may have fetched it meanwhile.
    await change(fetched, { success: 'File downloaded', failure: 'Could not download the file' }, () =>
      setAsking(true),
    )
  }

  const sent = () =>
    change(() => api('POST /api/v1/admin/payout-files/:id/sent', { params: { id } }), {
      success: `${counted(unsent, 'payout')} noted as sent`,
      failure: 'Could not note it',
    })

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-small font-semibold">{kinds[kind]}</p>
        <p className="num text-caption break-words text-ink-2">
          {[name, counted(rows, 'row'), without > 0 && `without ${without} cancelled`]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {last_fetched_at && (
          <p className="num text-caption text-ink-2">
            Downloaded {fetches === 1 ? '' : `${counted(fetches, 'time')}, last `}
            {momentText(last_fetched_at)} by {nameOf({ username: last_fetched_by })}
          </p>
        )}
      </div>
      {unsent > 0 && fetches > 0 && (
        <Button size="sm" disabled={isBusy} onClick={() => void sent()}>
          {kind === 'csv' ? 'Others are sent' : 'Sent'}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {rows > 0 && (
        <Button size="sm" busy={isBusy} onClick={() => (fetches > 0 ? setAsking(true) : void fetchIt(false))}>
          Download<span className="sr-only"> {name}</span>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => void fetchIt(true)}
          title="Download it again?"
          description="It was downloaded before. The provider pays twice what is sent twice."
          confirmLabel="Download again"
        />
      )}
    </div>
  )
}
