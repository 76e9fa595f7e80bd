import { useFieldArray } from 'react-hook-form'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import type { ActForm } from '../../api/use-act-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { monthRule } from '../parts/texts.ts'
import { isLineAmount, type Kind, newLine, restOf, type TypedTransfer } from './typed-transfer.ts'

const kinds: Record<Kind, string> = {
  commissions: 'Commissions of a month',
  bounty: 'Bounty',
  deduction: 'Deduction',
}

type TransferLinesProps = { form: ActForm<TypedTransfer> }

/** The fields for what a transfer was for, with what is left of its amount. */
export function TransferLines({ form }: TransferLinesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const typed = form.watch()
  const { lines, marketplace } = typed
  const rest = restOf(typed)
  const restText = Number.isNaN(rest) ? '' : moneyText(rest, currencyOf(marketplace))
  const hasOpen = lines.some(({ amount }) => !amount.trim())
  return (
    <fieldset className="stack min-w-0 gap-3">
      <legend className="mb-1.5 text-small font-semibold">What it was for</legend>
      {fields.map(({ id }, n) => (
        <Line
          key={id}
          form={form}
          n={n}
          rest={restText}
          onRemove={fields.length > 1 ? () => remove(n) : undefined}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button size="sm" type="button" onClick={() => append(newLine, { shouldFocus: false })}>
          Add a line
        </Button>
        <p role="status" className="num text-small text-ink-2">
          {restText &&
            (hasOpen ? lines.length > 1 && `The rest: ${restText}` : rest !== 0 && `${restText} left`)}
        </p>
      </div>
    </fieldset>
  )
}

type LineProps = {
  form: ActForm<TypedTransfer>
  n: number
  rest: string
  onRemove: (() => void) | undefined
}

function Line({ form: { register, problem, watch, getValues }, n, rest, onRemove }: LineProps) {
  const kind = watch(`lines.${n}.kind`)
  return (
    <div className="stack gap-4 rounded-md border p-4">
      <div className="flex items-end gap-2">
        <Field label="Kind" className="min-w-0 flex-1">
          <Select {...register(`lines.${n}.kind`)}>
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {onRemove && <IconButton icon="close" label="Remove this line" onClick={onRemove} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {kind === 'commissions' && (
          <Field label="Month" hint="The month of shipment." error={problem(`lines.${n}.month`)}>
            <ExactInput
              {...register(`lines.${n}.month`, monthRule)}
              placeholder="2026-09"
              inputMode="numeric"
              maxLength={7}
            />
          </Field>
        )}
        <Field
          label={kind === 'deduction' ? 'Taken off' : 'Part of the amount'}
          hint="Empty: the rest."
          error={problem(`lines.${n}.amount`)}
        >
          <ExactInput
            {...register(`lines.${n}.amount`, {
              validate: (amount) => isLineAmount(amount, getValues('lines')) || 'Please enter an amount',
            })}
            placeholder={rest}
            inputMode="decimal"
            maxLength={20}
          />
        </Field>
      </div>
      {kind === 'deduction' && (
        <Field
          label="Orders"
          hint="One id on each line. The amount is taken from their month, and they are held. Without orders the platform bears it."
          error={problem(`lines.${n}.order_item_ids`)}
        >
          <TextArea {...register(`lines.${n}.order_item_ids`)} spellCheck={false} />
        </Field>
      )}
    </div>
  )
}
