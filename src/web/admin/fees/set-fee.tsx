import { Field } from '../../ui/form/field.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf } from '../parts/texts.ts'

type SetFeeProps = {
  /** Whose own it is; everybody's where there is none. */
  creator?: { payee_id: string; username: string | null }
  onClose: () => void
}

const kinds = [
  { value: 'own', label: 'A fee of their own', hint: 'It applies instead of everybody’s.' },
  { value: 'none', label: 'As everybody', hint: 'Ends their own fee.' },
] as const

/** Percent as hundredths of them; not a number where it is none of two decimals. */
const bpsOf = (text: string): number => {
  const percent = dollarsOf(text.replace('%', ''))
  return percent >= 0 && percent <= 100 ? Math.round(percent * 100) : Number.NaN
}

const isPercent = (text: string) => !Number.isNaN(bpsOf(text)) || 'Please enter a percentage such as 17.5'

/** The dialog that sets what the platform keeps from a day on (docs/product/ledger.md#the-fee). */
export default function SetFee({ creator, onClose }: SetFeeProps) {
  return (
    <ReasonDialog
      title={
        creator
          ? `Set the fee of ${creator.username ? `@${creator.username}` : 'this creator'}?`
          : 'Set everybody’s fee?'
      }
      confirm="Set the fee"
      subject={`fee ${creator?.payee_id ?? ''}`}
      start={{ kind: 'own', fee_bps: '', from: '' }}
      send={(api, { kind, fee_bps, ...said }, extras) => {
        const fee = bpsOf(fee_bps)
        if (!creator) return api('POST /api/v1/admin/fees', { body: { ...said, fee_bps: fee } }, extras)
        const body = { ...said, fee_bps: kind === 'none' ? null : fee }
        return api('POST /api/v1/admin/payees/:id/fees', { params: { id: creator.payee_id }, body }, extras)
      }}
      done="Fee set"
      failed="Could not set the fee"
      isFirst={false}
      fields={({ control, register, problem, watch }) => (
        <>
          {creator && <RadioField control={control} name="kind" legend="Which fee" options={kinds} />}
          {watch('kind') === 'own' && (
            <Field label="Fee" hint="In percent of the commission." error={problem('fee_bps')}>
              <ExactInput
                {...register('fee_bps', { validate: isPercent })}
                required
                maxLength={10}
                data-autofocus=""
              />
            </Field>
          )}
          <Field label="From" hint="Tomorrow at the earliest." error={problem('from')}>
            <ExactInput {...register('from', { required: 'Please choose a day' })} type="date" required />
          </Field>
        </>
      )}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        It applies to orders that ship on that day or later. Earlier orders keep their fee. Creators whose fee
        changes get a mail at once.
      </p>
    </ReasonDialog>
  )
}
