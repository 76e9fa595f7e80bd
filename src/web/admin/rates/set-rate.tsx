import { useState } from 'react'
import { currencyName, ratePattern } from '../../../shared/amazon/currencies.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { onQuestion } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { RatedMonth } from '../answers.ts'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonField } from '../parts/reason-dialog.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { ConfirmExamples } from './confirm-examples.tsx'

type SetRateProps = { of: RatedMonth; onClose: () => void }
type Typed = { usd_per_unit: string; source: string; reason: string }

const isRate = (typed: string) =>
  ratePattern.test(typed.trim()) || 'Please enter dollars for one unit, such as 1.3125'

/** The dialog that sets the rate of a currency in a month. */
export default function SetRate({ of: { month, currency, rates }, onClose }: SetRateProps) {
  const [examples, setExamples] = useState<string[]>([])
  const form = useActForm(
    useAdminAct({
      send: (api, { usd_per_unit, source, reason }: Typed) =>
        api('PUT /api/v1/admin/rates/:month/:currency', {
          params: { month, currency },
          body: {
            ...{ usd_per_unit: usd_per_unit.trim(), source: source.trim(), confirmed: examples },
            ...(reason.trim() && { reason: reason.trim() }),
          },
        }),
      done: 'Rate set',
      failed: 'Could not set the rate',
      onRefused: onQuestion((asked: { examples: string[] }) => setExamples(asked.examples)),
    }),
    {
      start: { usd_per_unit: '', source: '', reason: '' },
      draft: `rate ${month} ${currency}`,
      onDone: onClose,
    },
  )
  const { register, problem, watch } = form
  const supersedes = rates.length > 0
  return (
    <FormDialog
      title="Set the rate"
      confirm="Set the rate"
      form={form}
      beside={<ConfirmExamples examples={examples} form={form} onForget={() => setExamples([])} />}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        For {currencyName(currency)} in {monthText(month)}. The next calculation uses it for all orders of
        that month.
      </p>
      <Field
        label={`US dollars for 1 ${currency}`}
        hint="Such as 1.3125, with at most ten decimals."
        error={problem('usd_per_unit')}
      >
        <ExactInput
          {...register('usd_per_unit', { validate: isRate })}
          inputMode="decimal"
          required
          maxLength={20}
          data-autofocus=""
        />
      </Field>
      <Field label="Source" hint="Where you read it." error={problem('source')}>
        <TextInput {...register('source', filled('Please say where you read it'))} required maxLength={300} />
      </Field>
      {(supersedes || watch('reason') || problem('reason')) && (
        <ReasonField
          field={register('reason', supersedes ? filled('Please give a reason') : {})}
          error={problem('reason')}
          hint="Why the present rate changes."
          isFirst={false}
        />
      )}
    </FormDialog>
  )
}
