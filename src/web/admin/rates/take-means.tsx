import { useState } from 'react'
import { onQuestion } from '../../api/use-act.ts'
import { useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { RatedMonth } from '../answers.ts'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonField } from '../parts/reason-dialog.tsx'
import { monthRule } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { ConfirmExamples } from './confirm-examples.tsx'

type TakeMeansProps = { items: RatedMonth[]; onClose: () => void }
type Typed = { month: string; csv: FileList | null; reason: string }

/** A file's first line and its days of a month: the bank's own file has all days since 1999. */
async function daysOf(file: File | undefined, month: string): Promise<string> {
  const [header = '', ...lines] = (await file?.text())?.split(/\r?\n/) ?? []
  return [header, ...lines.filter((line) => line.startsWith(`${month}-`))].join('\n')
}

/** The dialog that sets a month's rates to its means by the European Central Bank's file. */
export default function TakeMeans({ items, onClose }: TakeMeansProps) {
  const [examples, setExamples] = useState<string[]>([])
  const waiting = items.findLast((of) => of.waiting > 0)
  const form = useActForm(
    useAdminAct({
      send: async (api, { month, csv, reason }: Typed) =>
        api('PUT /api/v1/admin/rates/:month', {
          params: { month: month.trim() },
          body: {
            csv: await daysOf(csv?.[0], month.trim()),
            confirmed: examples,
            ...(reason.trim() && { reason: reason.trim() }),
          },
        }),
      done: 'Rates set',
      failed: 'Could not set the rates',
      onRefused: onQuestion((asked: { examples: string[] }) => setExamples(asked.examples)),
    }),
    { start: { month: waiting?.month ?? '', csv: null, reason: '' }, draft: 'means', onDone: onClose },
  )
  const { register, problem } = form
  return (
    <FormDialog
      title="Use the bank’s averages"
      confirm="Set the rates"
      form={form}
      beside={<ConfirmExamples examples={examples} form={form} onForget={() => setExamples([])} />}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        Sets the rate of each currency in the file to the average of the month’s days.
      </p>
      <Field label="Month" hint="A month that is over." error={problem('month')}>
        <ExactInput
          {...register('month', monthRule)}
          inputMode="numeric"
          placeholder="2026-11"
          required
          maxLength={7}
          data-autofocus=""
        />
      </Field>
      <Field
        label="File"
        hint="The European Central Bank’s reference rates of each day, as CSV."
        error={problem('csv')}
      >
        <ExactInput
          type="file"
          {...register('csv', {
            validate: (files) => Boolean(files?.length) || 'Please choose the bank’s file',
          })}
          accept=".csv,text/csv"
          required
          className="text-small! file:me-3 file:rounded-sm file:bg-sunken file:px-3 file:py-1 file:font-semibold"
        />
      </Field>
      <ReasonField
        label="Reason (optional)"
        field={register('reason')}
        error={problem('reason')}
        hint="Needed if a rate of the month changes."
        isFirst={false}
      />
    </FormDialog>
  )
}
