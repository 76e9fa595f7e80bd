import { moneyText } from '../../../shared/amazon/currencies.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { type Kind, newLine, restOf, type TypedLine, type TypedTransfer } from './typed-transfer.ts'

const kinds: Record<Kind, string> = {
  commissions: 'Commissions of a month',
  bounty: 'Bounty',
  deduction: 'Deduction',
}

type TransferLinesProps = {
  typed: TypedTransfer
  problems: Record<string, string>
  onChange: (lines: TypedLine[]) => void
}

/** The fields for what a transfer was for, with what is left of its amount. */
export function TransferLines({ typed, problems, onChange }: TransferLinesProps) {
  const { lines, marketplace } = typed
  const rest = restOf(typed)
  const restText = Number.isNaN(rest) ? '' : moneyText(rest, currencyOf(marketplace))
  const hasOpen = lines.some(({ amount }) => !amount.trim())
  const add = () => onChange([...lines, newLine(Math.max(...lines.map(({ key }) => key)) + 1)])
  return (
    <fieldset className="stack min-w-0 gap-3">
      <legend className="mb-1.5 text-small font-semibold">What it was for</legend>
      {lines.map((line, n) => (
        <Line
          key={line.key}
          line={line}
          name={`lines.${n}`}
          rest={restText}
          problems={problems}
          onChange={(next) => onChange(lines.with(n, next))}
          onRemove={lines.length > 1 ? () => onChange(lines.toSpliced(n, 1)) : undefined}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button size="sm" type="button" onClick={add}>
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
  line: TypedLine
  name: string
  rest: string
  problems: Record<string, string>
  onChange: (line: TypedLine) => void
  onRemove: (() => void) | undefined
}

function Line({ line, name, rest, problems, onChange, onRemove }: LineProps) {
  const { kind } = line
  const type = (field: 'month' | 'amount' | 'orders') => (value: string) =>
    onChange({ ...line, [field]: value })
  return (
    <div className="stack gap-4 rounded-md border p-4">
      <div className="flex items-end gap-2">
        <Field label="Kind" className="min-w-0 flex-1">
          <Select
            name={`${name}.kind`}
            value={kind}
            onChange={({ target }) => onChange({ ...line, kind: target.value as Kind })}
          >
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
          <Field label="Month" hint="In which items were shipped." error={problems[`${name}.month`]}>
            <ExactInput
              name={`${name}.month`}
              value={line.month}
              placeholder="2026-09"
              inputMode="numeric"
              maxLength={7}
              onChange={({ target }) => type('month')(target.value)}
            />
          </Field>
        )}
        <Field
          label={kind === 'deduction' ? 'Taken off' : 'Of the amount'}
          hint="Empty: the rest."
          error={problems[`${name}.amount`]}
        >
          <ExactInput
            name={`${name}.amount`}
            value={line.amount}
            placeholder={rest}
            inputMode="decimal"
            maxLength={20}
            onChange={({ target }) => type('amount')(target.value)}
          />
        </Field>
      </div>
      {kind === 'deduction' && (
        <Field
          label="Orders"
          hint="One id on each line. The amount is taken from their month, and they are held. Without orders the platform bears it."
          error={problems[`${name}.order_item_ids`]}
        >
          <TextArea
            name={`${name}.order_item_ids`}
            value={line.orders}
            spellCheck={false}
            onChange={({ target }) => type('orders')(target.value)}
          />
        </Field>
      )}
    </div>
  )
}
