import { type FormEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput, ReasonField, useTabDraft } from '../parts/dialog-parts.tsx'
import { ConfirmExamples } from './confirm-examples.tsx'
import type { RatedMonth } from './rate-queries.ts'
import { useSetting } from './use-setting.ts'

type TakeMeansProps = { items: RatedMonth[]; onClose: () => void }

const texts = { success: 'Rates set', failure: 'Could not set the rates' }

/** A file's first line and its days of a month: the bank's own file has all days since 1999. */
function daysOf(text: string, month: string): string {
  const [header = '', ...lines] = text.split(/\r?\n/)
  return [header, ...lines.filter((line) => line.startsWith(`${month}-`))].join('\n')
}

/**
 * The dialog that sets a month's rates to its means by the European Central Bank's file. Load it lazily, as every
 * dialog.
 */
export default function TakeMeans({ items, onClose }: TakeMeansProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, set, examples, forgetExamples } = useSetting(form)
  const waiting = items.findLast((of) => of.waiting > 0)
  const [typed, setTyped, forget] = useTabDraft('means', { month: waiting?.month ?? '', reason: '' })
  const [file, setFile] = useState<File>()

  async function send(confirmed: string[]) {
    const month = typed.month.trim()
    const reason = typed.reason.trim()
    const isMonth = /^\d{4}-\d{2}$/.test(month)
    if (!isMonth || !file)
      return show({
        ...(!isMonth && { month: 'Please enter a month such as 2026-11' }),
        ...(!file && { csv: 'Please choose the bank’s file' }),
      })
    const isDone = await set(async () => {
      const csv = daysOf(await file.text(), month)
      await api('PUT /api/v1/admin/rates/:month', {
        params: { month },
        body: { csv, confirmed, ...(reason && { reason }) },
      })
    }, texts)
    if (!isDone) return
    forget()
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void send([])
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Use the bank’s averages"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Set the rates" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-pretty text-ink-2">
        Sets the rate of each currency in the file to the average of the month’s days.
      </p>
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <Field label="Month" hint="One that is over." error={problems.month}>
          <ExactInput
            name="month"
            value={typed.month}
            inputMode="numeric"
            placeholder="2026-11"
            required
            maxLength={7}
            data-autofocus=""
            onChange={({ target }) => setTyped({ ...typed, month: target.value })}
          />
        </Field>
        <Field
          label="File"
          hint="The European Central Bank’s reference rates of each day, as CSV."
          error={problems.csv}
        >
          <ExactInput
            type="file"
            name="csv"
            accept=".csv,text/csv"
            required
            className="text-small! file:me-3 file:rounded-sm file:bg-sunken file:px-3 file:py-1 file:font-semibold"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </Field>
        <ReasonField
          label="Reason (optional)"
          reason={{
            text: typed.reason,
            problem: problems.reason ?? null,
            type: (reason) => setTyped({ ...typed, reason }),
          }}
          hint="Needed where a rate of the month becomes another one."
          isFirst={false}
        />
      </form>
      <ConfirmExamples examples={examples} onConfirm={() => void send(examples)} onClose={forgetExamples} />
    </Dialog>
  )
}
