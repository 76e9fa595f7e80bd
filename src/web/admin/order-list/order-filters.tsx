import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { OrderSort } from '../../../orders/order-list/contract.ts'
import { marketplaceCodes, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { filterCount, noFilters } from './listed-by.ts'
import type { OrdersSearch } from './order-search.ts'

type OrderFiltersProps = {
  search: OrdersSearch
  onChange: (change: Partial<OrdersSearch>) => void
  /** Whether the list is a table, which is sorted by its head instead of a field. */
  isTable: boolean
  /** The search field, before the button. */
  children: ReactNode
  /** A button at the end of the line. */
  end: ReactNode
}

/** Filters of the list, folded away until one is set or the button is pressed. */
export function OrderFilters({ search, onChange, isTable, children, end }: OrderFiltersProps) {
  const count = filterCount(search)
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-full sm:w-auto sm:flex-1">{children}</div>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls="order-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? counted(count, 'filter') : 'Filters'}
        </Button>
        {count > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        )}
        <span className="max-sm:ms-auto">{end}</span>
      </div>
      <div
        id="order-filters"
        hidden={!isOpen}
        className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 lg:grid-cols-5"
      >
        <Field label="From">
          <TextInput
            type="date"
            value={search.from ?? ''}
            onChange={({ target }) => onChange({ from: target.value || undefined })}
          />
        </Field>
        <Field label="To">
          <TextInput
            type="date"
            value={search.to ?? ''}
            onChange={({ target }) => onChange({ to: target.value || undefined })}
          />
        </Field>
        <AmountFilter label="Commission from" asked={search.min} onAsk={(min) => onChange({ min })} />
        <AmountFilter label="Commission to" asked={search.max} onAsk={(max) => onChange({ max })} />
        <Field label="Marketplace">
          <Select
            value={search.marketplace ?? ''}
            onChange={({ target }) => onChange({ marketplace: target.value || undefined })}
          >
            <option value="">All</option>
            {marketplaceCodes.map((code) => (
              <option key={code} value={code}>
                {marketplaceName(code)}
              </option>
            ))}
          </Select>
        </Field>
        {!isTable && <SortField sort={search.sort} onChange={(sort) => onChange({ sort })} />}
      </div>
    </div>
  )
}

const sortNames: Record<OrderSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  highest: 'Highest commission first',
  lowest: 'Lowest commission first',
}

type SortFieldProps = { sort: OrderSort | undefined; onChange: (sort: OrderSort | undefined) => void }

function SortField({ sort, onChange }: SortFieldProps) {
  return (
    <Field label="Order">
      <Select
        value={sort ?? ''}
        onChange={({ target }) => onChange((target.value || undefined) as OrderSort | undefined)}
      >
        <option value="">As they come</option>
        {Object.entries(sortNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type AmountFilterProps = {
  label: string
  asked: number | undefined
  onAsk: (amount: number | undefined) => void
}

/** A field for an amount in dollars. What is no amount stays in the field, with a message. */
function AmountFilter({ label, asked, onAsk }: AmountFilterProps) {
  const [typed, setTyped] = useState(textOf(asked))
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    setTyped(textOf(asked))
    setWrong(false)
  }, [asked])

  function take(event?: FormEvent) {
    event?.preventDefault()
    const text = typed.trim().replace(/^\$/, '').replaceAll(',', '').replace('−', '-')
    const amount = Number(text)
    const isNone = Number.isNaN(amount) || Math.abs(amount) > 1_000_000_000
    setWrong(isNone)
    const next = text === '' ? undefined : amount
    if (!isNone && next !== asked) onAsk(next)
  }

  return (
    <form noValidate onSubmit={take}>
      <Field label={label} error={isWrong ? 'Use an amount such as 12.50.' : undefined}>
        <TextInput
          inputMode="decimal"
          placeholder="$"
          autoComplete="off"
          value={typed}
          maxLength={20}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => take()}
        />
      </Field>
    </form>
  )
}

const textOf = (amount: number | undefined) => (amount === undefined ? '' : String(amount))
