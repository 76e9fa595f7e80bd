import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { dayText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { Import } from '../answers.ts'
import type { useImportCall } from './use-import-call.ts'

type Twin = NonNullable<NonNullable<Import['preview']>['twins']>[number]
export type TwinChoice = 'same_sale' | 'two_sales'

/** The two answers, for one pair or for all. */
export const twinOptions = [
  { value: 'same_sale', label: 'The same sale', hint: 'Paid once, as the CSV says.' },
  { value: 'two_sales', label: 'Two sales', hint: 'Both are paid.' },
] as const

type AllTwinsProps = {
  count: number
  /** Their commission, as a text. */
  worth: string
  value: TwinChoice | null
  onChange: (choice: TwinChoice) => void
  isMissing: boolean
}

/** Asks one question for all likely twins: one sale or two (decision 42). */
export const AllTwins = ({ count, worth, value, onChange, isMissing }: AllTwinsProps) => (
  <RadioCards
    legend={`${counted(count, 'order')} of ${useAppName()}’s CSV, ${worth}, may be in Fee-Earnings too. Unless decided one by one, each is:`}
    tall
    value={value}
    onChange={onChange}
    error={isMissing && !value ? 'Please choose one' : undefined}
    options={twinOptions}
  />
)

type ImportTwinsProps = { twins: Twin[]; currency: string } & Pick<
  ReturnType<typeof useImportCall>,
  'work' | 'answer'
>

/** How many are listed at first. */
const firstShown = 5

/** Lists the likely twins of an import with their money, and buttons to decide one by one. */
export function ImportTwins({ twins, currency, work, answer }: ImportTwinsProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (twins.length === 0) return null
  const shown = showsAll ? twins : twins.slice(0, firstShown)
  const decide = ({ order_item_id, fee_item_id }: Twin, choice: TwinChoice) =>
    void answer({ twins: [{ order_item_id, fee_item_id, choice }] })
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">May be the same sale</h3>
      <ul className="divide-y rounded-md border">
        {shown.map((twin) => (
          <li key={twin.order_item_id} className="stack gap-2 px-3 py-2.5">
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-2 text-small">
                {twin.product_title || twin.asin}
              </p>
              <p className="num text-caption text-ink-2">
                {moneyText(twin.commission, currency)} · ordered {dayText(twin.order_date)} · shipped{' '}
                {dayText(twin.shipped_on)}
              </p>
              <p className="num text-caption break-all text-ink-3">
                {twin.order_item_id} · {twin.fee_item_id}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {twinOptions.map(({ value, label }) => (
                <Button
                  key={value}
                  size="sm"
                  disabled={work !== null}
                  aria-label={`${label}: ${twin.order_item_id}`}
                  onClick={() => decide(twin, value)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!showsAll && twins.length > firstShown && (
        <Button size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show {numberText(twins.length)}
        </Button>
      )}
    </section>
  )
}
