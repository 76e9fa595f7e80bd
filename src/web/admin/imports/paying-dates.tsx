import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { currencyOf, marketplaceCodes, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAppName } from '../../use-app-name.ts'
import { isOpen, payingDatesQuery } from '../admin-queries.ts'
import type { PayingDateChange } from '../answers.ts'
import { RunEndedWithRestart, RunProgress } from '../runs/run-progress.tsx'
import { AllDuplicates, type DuplicateChoice } from './import-duplicates.tsx'
import { confirmationOf } from './import-texts.ts'
import { usePayingDate, usePayingDateEnd } from './use-paying-date.ts'

const anchor = 'which-format-pays'

/**
 * The ship date from which Fee-Earnings pays, by marketplace, and the form that sets it (decision 42). Folded, since
 * it is needed once; open while a change is under way or asks something, and for people who came by its link.
 */
export function PayingDates() {
  const { data } = useQuery(payingDatesQuery(useApi()))
  const isAskedFor = useLocation({ select: ({ hash }) => hash === anchor })
  const [choice, setChoice] = useState<boolean | null>(null)
  const contentId = useId()
  const appName = useAppName()
  const change = data?.change ?? null
  usePayingDateEnd(data?.change)
  const isUnfolded = choice ?? (isAskedFor || change !== null)
  const items = data?.items ?? []
  return (
    <Panel id={anchor} className="scroll-mt-20 py-2">
      <h2>
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? contentId : undefined}
          onClick={() => setChoice(!isUnfolded)}
          className="flex min-h-11 w-full items-center gap-3 rounded-sm text-start"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-small font-semibold">Which format pays</span>
            <span className="num block text-caption text-ink-2">{standText(items, change)}</span>
          </span>
          <Icon name={isUnfolded ? 'chevronUp' : 'chevronDown'} className="text-ink-3" />
        </button>
      </h2>
      {isUnfolded && (
        <div id={contentId} className="stack gap-4 pt-2 pb-2">
          <p className="text-small text-ink-2">
            Fee-Earnings pays for what was shipped from this day on, {appName}’s CSV for what was ordered
            before it. It is needed once a marketplace has both.
          </p>
          {items.length > 0 && (
            <ul className="num text-small">
              {items.map(({ marketplace, starts_on, set_by }) => (
                <li key={marketplace}>
                  {marketplaceName(marketplace)}: from {dayText(starts_on)}
                  {set_by && <span className="text-ink-3"> (set by @{set_by})</span>}
                </li>
              ))}
            </ul>
          )}
          {change && isOpen(change.run) ? (
            <div className="stack gap-2">
              <p className="num text-small font-semibold">{changeText(change)}</p>
              <RunProgress run={change.run} />
            </div>
          ) : (
            <PayingDateForm key={change?.id ?? 'new'} change={change} />
          )}
        </div>
      )}
    </Panel>
  )
}

type Item = { marketplace: string; starts_on: string }

const changeText = ({ marketplace, starts_on }: Item) =>
  `${marketplaceName(marketplace)}: from ${dayText(starts_on)}`

/** The current dates in a line. */
function standText(items: Item[], change: PayingDateChange | null): string {
  if (change) return isOpen(change.run) ? 'Being changed' : 'A change waits for you'
  const [first, ...others] = items
  if (!first) return 'No day set'
  return others.length === 0 ? changeText(first) : `Set for ${counted(items.length, 'marketplace')}`
}

type PayingDateFormProps = { change: PayingDateChange | null }

function PayingDateForm({ change }: PayingDateFormProps) {
  const { work, set, giveUp } = usePayingDate()
  const [marketplace, setMarketplace] = useState(change?.marketplace ?? 'us')
  const [day, setDay] = useState(change?.starts_on ?? '')
  const [choice, setChoice] = useState<DuplicateChoice | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isAsked = change?.marketplace === marketplace && change.starts_on === day
  const reasons = isAsked ? change.reasons : []
  const duplicates = reasons.find(({ kind }) => kind === 'duplicates')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!day || (duplicates && !choice)) return setMissing(true)
    setMissing(false)
    void set(marketplace, {
      starts_on: day,
      confirm: confirmationOf(reasons, choice ? { duplicates: choice } : {}),
    })
  }
  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      {change && <RunEndedWithRestart run={change.run} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Marketplace">
          <Select value={marketplace} onChange={({ target }) => setMarketplace(target.value)}>
            {marketplaceCodes.map((code) => (
              <option key={code} value={code}>
                {marketplaceName(code)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Fee-Earnings pays from" error={isMissing && !day ? 'Please choose a day' : undefined}>
          <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </Field>
      </div>
      {reasons.length > 0 && (
        <Banner tone="bad">
          <p className="font-semibold">Please confirm this first</p>
          {reasons.map(({ kind, message }) => (
            <p key={kind} className="num">
              {message}
            </p>
          ))}
        </Banner>
      )}
      {duplicates && (
        <AllDuplicates
          count={duplicates.rows}
          worth={moneyText(duplicates.commission, currencyOf(marketplace))}
          value={choice}
          onChange={setChoice}
          isMissing={isMissing}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {change && (
          <Button className="max-sm:flex-1" busy={work === 'give up'} onClick={() => void giveUp(change)}>
            Leave it as it was
          </Button>
        )}
        <Button type="submit" className="max-sm:flex-1" busy={work === 'set'}>
          {reasons.length > 0 ? 'Confirm the day' : 'Set the day'}
        </Button>
      </div>
    </form>
  )
}
