import { type FormEvent, useId, useRef } from 'react'
import { currencyName, ratePattern } from '../../../shared/amazon/currencies.ts'
import { monthText } from '../../format/when-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { RatedMonth } from '../answers.ts'
import { ExactInput, ReasonField, useTabDraft } from '../parts/dialog-parts.tsx'
import { ConfirmExamples } from './confirm-examples.tsx'
import { useSetting } from './use-setting.ts'

type SetRateProps = { of: RatedMonth; onClose: () => void }

const texts = { success: 'Rate set', failure: 'Could not set the rate' }
const empty = { usd_per_unit: '', source: '', reason: '' }

/** The dialog that sets the rate of a currency in a month. Load it lazily, as every dialog. */
export default function SetRate({ of: { month, currency, rates }, onClose }: SetRateProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, set, examples, forgetExamples } = useSetting(form)
  const [typed, setTyped, forget] = useTabDraft(`rate ${month} ${currency}`, empty)
  const supersedes = rates.length > 0
  const type = (name: keyof typeof empty) => (value: string) => setTyped({ ...typed, [name]: value })

  async function send(confirmed: string[]) {
    const usd_per_unit = typed.usd_per_unit.trim()
    const source = typed.source.trim()
    const reason = typed.reason.trim()
    const missing = {
      ...(!ratePattern.test(usd_per_unit) && {
        usd_per_unit: 'Please enter dollars for one unit, such as 1.3125',
      }),
      ...(!source && { source: 'Please say where you read it' }),
      ...(supersedes && !reason && { reason: 'Please give a reason' }),
    }
    if (Object.keys(missing).length > 0) return show(missing)
    const body = { usd_per_unit, source, confirmed, ...(reason && { reason }) }
    const isDone = await set(
      () => api('PUT /api/v1/admin/rates/:month/:currency', { params: { month, currency }, body }),
      texts,
    )
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
      title="Set the rate"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Set the rate" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-pretty text-ink-2">
        Of {currencyName(currency)} in {monthText(month)}. The next calculation takes it for all orders of
        that month.
      </p>
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <Field
          label={`US dollars for 1 ${currency}`}
          hint="Such as 1.3125, with at most ten decimals."
          error={problems.usd_per_unit}
        >
          <ExactInput
            name="usd_per_unit"
            value={typed.usd_per_unit}
            inputMode="decimal"
            required
            maxLength={20}
            data-autofocus=""
            onChange={({ target }) => type('usd_per_unit')(target.value)}
          />
        </Field>
        <Field label="Source" hint="Where you read it." error={problems.source}>
          <TextInput
            name="source"
            value={typed.source}
            required
            maxLength={300}
            onChange={({ target }) => type('source')(target.value)}
          />
        </Field>
        {(supersedes || typed.reason || problems.reason) && (
          <ReasonField
            reason={{ text: typed.reason, problem: problems.reason ?? null, type: type('reason') }}
            hint="Why the present rate becomes another one."
            isFirst={false}
          />
        )}
      </form>
      <ConfirmExamples examples={examples} onConfirm={() => void send(examples)} onClose={forgetExamples} />
    </Dialog>
  )
}
