import { useRef, useState } from 'react'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { RadioCards } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'

type SetFeeProps = {
  /** Whose own it is; everybody's where there is none. */
  creator?: { payee_id: string; username: string | null }
  onClose: () => void
}

const texts = { success: 'Fee set', failure: 'Could not set the fee' }
const kinds = [
  { value: 'own', label: 'A fee of their own', hint: 'It comes before everybody’s.' },
  { value: 'none', label: 'As everybody', hint: 'Ends what they have of their own.' },
] as const

type Kind = (typeof kinds)[number]['value']

/** Percent as hundredths of them; not a number where it is none of two decimals. */
const bpsOf = (text: string): number => {
  const percent = dollarsOf(text.replace('%', ''))
  return percent >= 0 && percent <= 100 ? Math.round(percent * 100) : Number.NaN
}

/**
 * The dialog that sets what the platform keeps from a day on (docs/product/ledger.md#the-fee). Load it lazily, as every
 * dialog.
 */
export default function SetFee({ creator, onClose }: SetFeeProps) {
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(form)
  const withKey = useIdempotencyKey()
  const [kind, setKind] = useState<Kind>('own')
  const [typed, setTyped] = useState({ percent: '', from: '' })

  async function send(reason: string): Promise<boolean> {
    const fee = kind === 'none' ? null : bpsOf(typed.percent)
    const { from } = typed
    if (Number.isNaN(fee) || !from) {
      show({
        ...(Number.isNaN(fee) && { fee_bps: 'Please enter a percentage such as 17.5' }),
        ...(!from && { from: 'Please choose a day' }),
      })
      return false
    }
    return change(
      () =>
        withKey(JSON.stringify([creator?.payee_id, fee, from, reason]), (idempotencyKey) =>
          creator
            ? api(
                'POST /api/v1/admin/payees/:id/fees',
                { params: { id: creator.payee_id }, body: { fee_bps: fee, from, reason } },
                { idempotencyKey },
              )
            : api(
                'POST /api/v1/admin/fees',
                { body: { fee_bps: fee ?? 0, from, reason } },
                { idempotencyKey },
              ),
        ),
      texts,
    )
  }

  const type = (name: keyof typeof typed) => (value: string) => setTyped({ ...typed, [name]: value })
  return (
    <ReasonDialog
      title={
        creator
          ? `Set the fee of ${creator.username ? `@${creator.username}` : 'this creator'}?`
          : 'Set everybody’s fee?'
      }
      confirm="Set the fee"
      subject={`fee ${creator?.payee_id ?? ''}`}
      send={send}
      isBusy={isBusy}
      isFirst={false}
      form={form}
      fields={
        <>
          {creator && <RadioCards<Kind> legend="Which fee" options={kinds} value={kind} onChange={setKind} />}
          {kind === 'own' && (
            <Field label="Fee" hint="In percent of the commission." error={problems.fee_bps}>
              <ExactInput
                name="fee_bps"
                value={typed.percent}
                required
                maxLength={10}
                data-autofocus=""
                onChange={({ target }) => type('percent')(target.value)}
              />
            </Field>
          )}
          <Field label="From" hint="Tomorrow at the earliest." error={problems.from}>
            <ExactInput
              name="from"
              type="date"
              value={typed.from}
              required
              onChange={({ target }) => type('from')(target.value)}
            />
          </Field>
        </>
      }
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        It counts for orders that ship from that day on. Earlier ones keep their fee. Creators whose fee it
        changes are told by mail at once.
      </p>
    </ReasonDialog>
  )
}
