import { useState } from 'react'
import { onQuestion } from '../../api/use-act.ts'
import { saveFile } from '../../browser/save-file.ts'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { PayoutRunWithFiles } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

type File = PayoutRunWithFiles['files'][number]

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
  const [isAsking, setAsking] = useState(false)
  const fetching = useAdminAct({
    send: (api, again: boolean) =>
      api('POST /api/v1/admin/payout-files/:id/fetch', { params: { id }, body: { again } }),
    after: ({ name, text }) => saveFile(name, text, 'text/csv'),
    done: 'File downloaded',
    failed: 'Could not download the file',
    // Somebody else may have fetched it meanwhile.
    onRefused: onQuestion(() => setAsking(true)),
  })
  const sending = useAdminAct({
    send: (api) => api('POST /api/v1/admin/payout-files/:id/sent', { params: { id } }),
    done: `${counted(unsent, 'payout')} noted as sent`,
    failed: 'Could not note it',
  })
  const isBusy = fetching.isBusy || sending.isBusy

  function fetchIt(again: boolean) {
    setAsking(false)
    return fetching.run(again)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-small font-semibold">{kinds[kind]}</p>
        <p className="num text-caption break-words text-ink-2">
          {[name, counted(rows, 'row'), without > 0 && `without ${without} cancelled or failed`]
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
        <Button size="sm" disabled={isBusy} onClick={() => void sending.run()}>
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
