import { type ChangeEvent, useRef, useState } from 'react'
import { problemIn } from '../../api/client.ts'
import { onQuestion } from '../../api/use-act.ts'
import { saveFile } from '../../browser/save-file.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'

/** A file that says no amounts, with how many payouts it would change and their sum. */
type Unsaid = { text: string; rows: number; sum: number }

/** Sends the provider’s file of results, and offers the form that is always read. */
export function ImportResults({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [unsaid, setUnsaid] = useState<Unsaid | null>(null)
  const [problem, setProblem] = useState<string>()
  const reading = useAdminAct({
    send: (api, body: { text: string; confirm: boolean }) =>
      api('POST /api/v1/admin/payout-runs/:id/results', { params: { id }, body }),
    done: 'Results read',
    failed: 'Could not read the results',
  })
  const form = useAdminAct({
    send: (api) => api('GET /api/v1/admin/payout-runs/:id/form', { params: { id } }),
    after: ({ name, text }) => saveFile(name, text, 'text/csv'),
    done: 'Form downloaded',
    failed: 'Could not download the form',
  })
  const isBusy = reading.isBusy || form.isBusy

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file) await send(await file.text(), false)
  }

  async function send(text: string, confirm: boolean) {
    setUnsaid(null)
    setProblem(undefined)
    const ask = onQuestion((asked: Omit<Unsaid, 'text'>) => setUnsaid({ text, ...asked }))
    await reading.run({ text, confirm }, (error) => {
      const said = problemIn(error, 'text')
      setProblem(said)
      return said !== undefined || ask(error)
    })
  }

  return (
    <>
      <Button busy={isBusy} onClick={() => input.current?.click()}>
        Import results
      </Button>
      <Button disabled={isBusy} onClick={() => void form.run()}>
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
      {problem && (
        <p role="alert" className="w-full text-caption font-medium text-danger">
          {problem}
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
