import { type ChangeEvent, useRef, useState } from 'react'
import { saveFile } from '../../browser/save-file.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useChange } from '../parts/use-change.ts'
import { refreshPayouts } from './payout-queries.ts'

/** A file that says no amounts, with how many payouts it would change and their sum. */
type Unsaid = { text: string; rows: number; sum: number }

/** Sends the provider’s file of results, and offers the form that is always read. */
export function ImportResults({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { api, isBusy, problems, change } = useChange(refreshPayouts)
  const [unsaid, setUnsaid] = useState<Unsaid | null>(null)

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file) await send(await file.text(), false)
  }

  async function send(text: string, confirm: boolean) {
    setUnsaid(null)
    await change(
      () => api('POST /api/v1/admin/payout-runs/:id/results', { params: { id }, body: { text, confirm } }),
      { success: 'Results read', failure: 'Could not read the results' },
      ({ details }) => setUnsaid({ text, ...(details as { rows: number; sum: number }) }),
    )
  }

  const form = () =>
    change(
      async () => {
        const { name, text } = await api('GET /api/v1/admin/payout-runs/:id/form', { params: { id } })
        saveFile(name, text, 'text/csv')
      },
      { success: 'Form downloaded', failure: 'Could not download the form' },
    )

  return (
    <>
      <Button busy={isBusy} onClick={() => input.current?.click()}>
        Import results
      </Button>
      <Button disabled={isBusy} onClick={() => void form()}>
        Form for results
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-label="The provider’s file of results"
        hidden
        onChange={(event) => void read(event)}
      />
      {problems.text && (
        <p role="alert" className="w-full text-caption font-medium text-danger">
          {problems.text}
        </p>
      )}
      {unsaid && (
        <ConfirmDialog
          open
          onClose={() => setUnsaid(null)}
          onConfirm={() => void send(unsaid.text, true)}
          title="Read it without amounts?"
          description={`The file does not say how much was sent of ${counted(unsaid.rows, 'payout')}. Ours come to ${usdText(unsaid.sum)}: compare it with what the provider shows.`}
          confirmLabel="Read it"
          tone="primary"
        />
      )}
    </>
  )
}
