import { useState } from 'react'
import type { Doubt } from '../../../orders/imports/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import type { Import } from '../answers.ts'
import type { Chosen } from './import-texts.ts'
import type { useImportCall } from './use-import-call.ts'

type ReportedAgain = NonNullable<NonNullable<Import['preview']>['retold_returns']>[number]

/** The two answers, for one return or for all. */
const options = [
  {
    value: 'same_return',
    label: 'The same return, reported again',
    hint: 'It counts once, as the newer report has it.',
  },
  { value: 'another_return', label: 'Another return', hint: 'Both count.' },
] as const
type ReturnChoice = (typeof options)[number]['value']

type AllReportedAgainProps = {
  doubt: Doubt
  currency: string
  value: Chosen[Doubt['kind']] | null
  onChange: (choice: ReturnChoice) => void
  isMissing: boolean
}

/** Asks one question for all returns that may have been reported before (decision 39). */
export const AllReportedAgain = ({
  doubt: { rows, commission },
  currency,
  value,
  onChange,
  isMissing,
}: AllReportedAgainProps) => (
  <RadioCards
    legend={`${counted(rows, 'return')}, ${moneyText(commission, currency)}, may have been reported before with another amount or day. ${rows === 1 ? 'It is:' : 'Unless decided one by one, each is:'}`}
    tall
    value={options.find((option) => option.value === value)?.value ?? null}
    onChange={onChange}
    error={isMissing && !value ? 'Please choose one' : undefined}
    options={options}
  />
)

type ReturnsReportedAgainProps = { returns: ReportedAgain[]; currency: string } & Pick<
  ReturnType<typeof useImportCall>,
  'work' | 'answer'
>

/** How many are listed at first. */
const firstShown = 5

/** Lists each such return as it was reported before and now, with buttons to decide one by one. */
export function ReturnsReportedAgain({ returns, currency, work, answer }: ReturnsReportedAgainProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (returns.length === 0) return null
  const shown = showsAll ? returns : returns.slice(0, firstShown)
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">May be the same return</h3>
      <ul className="divide-y rounded-md border">
        {shown.map((pair) => (
          <li key={pair.id} className="stack gap-2 px-3 py-2.5">
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-2 text-small">
                {pair.product_title || pair.asin}
              </p>
              <p className="num text-caption text-ink-2">
                {returnText(pair.earlier, currency)} before · {returnText(pair.later, currency)} now
              </p>
              <p className="num text-caption break-all text-ink-3">{pair.order_item_id}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              {options.map(({ value, label }) => (
                <Button
                  key={value}
                  size="sm"
                  disabled={work !== null}
                  aria-label={`${label}: ${pair.order_item_id}, ${returnText(pair.later, currency)}`}
                  onClick={() => void answer({ returns: [{ id: pair.id, choice: value }] })}
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!showsAll && returns.length > firstShown && (
        <Button size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show {numberText(returns.length)}
        </Button>
      )}
    </section>
  )
}

/** `$4.50 on Nov 6`, or the pieces where there is no amount. */
const returnText = ({ day, pieces, commission }: ReportedAgain['later'], currency: string) =>
  `${commission === 0 && pieces ? counted(pieces, 'piece') : moneyText(commission, currency)} on ${dayText(day)}`
