import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { Import } from '../answers.ts'
import type { useImportCall } from './use-import-call.ts'

type Duplicate = NonNullable<NonNullable<Import['preview']>['duplicates']>[number]
export type DuplicateChoice = 'same_sale' | 'two_sales'

/** The two answers, for one pair or for all. */
export const duplicateOptions = [
  { value: 'same_sale', label: 'The same sale', hint: 'Paid once, as the CSV says.' },
  { value: 'two_sales', label: 'Two sales', hint: 'Both are paid.' },
] as const

type AllDuplicatesProps = {
  count: number
  /** Their commission, as a text. */
  worth: string
  value: DuplicateChoice | null
  onChange: (choice: DuplicateChoice) => void
  isMissing: boolean
}

/** Asks one question for all likely duplicates: one sale or two (decision 42). */
export const AllDuplicates = ({ count, worth, value, onChange, isMissing }: AllDuplicatesProps) => (
  <RadioCards
    legend={`${counted(count, 'order')} of ${useAppName()}’s CSV, ${worth}, may be in Fee-Earnings too. Unless decided one by one, each is:`}
    tall
    value={value}
    onChange={onChange}
    error={isMissing && !value ? 'Please choose one' : undefined}
    options={duplicateOptions}
  />
)

type ImportDuplicatesProps = { duplicates: Duplicate[]; currency: string } & Pick<
  ReturnType<typeof useImportCall>,
  'work' | 'answer'
>

/** How many are listed at first. */
const firstShown = 5

/** Lists the likely duplicates of an import with their money, and buttons to decide one by one. */
export function ImportDuplicates({ duplicates, currency, work, answer }: ImportDuplicatesProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (duplicates.length === 0) return null
  const shown = showsAll ? duplicates : duplicates.slice(0, firstShown)
  const decide = ({ order_item_id, fee_item_id }: Duplicate, choice: DuplicateChoice) =>
    void answer({ duplicates: [{ order_item_id, fee_item_id, choice }] })
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">May be the same sale</h3>
      <ul className="divide-y rounded-md border">
        {shown.map((duplicate) => (
          <li key={duplicate.order_item_id} className="stack gap-2 px-3 py-2.5">
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-2 text-small">
                {duplicate.product_title || duplicate.asin}
              </p>
              <p className="num text-caption text-ink-2">
                {moneyText(duplicate.commission, currency)} · ordered {dayText(duplicate.order_date)} ·
                shipped {dayText(duplicate.shipped_on)}
              </p>
              <p className="num text-caption break-all text-ink-3">
                {duplicate.order_item_id} · {duplicate.fee_item_id}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {duplicateOptions.map(({ value, label }) => (
                <Button
                  key={value}
                  size="sm"
                  disabled={work !== null}
                  aria-label={`${label}: ${duplicate.order_item_id}`}
                  onClick={() => decide(duplicate, value)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!showsAll && duplicates.length > firstShown && (
        <Button size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show {numberText(duplicates.length)}
        </Button>
      )}
    </section>
  )
}
