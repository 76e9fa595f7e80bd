import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Confirmation, Doubt } from '../../../orders/imports/contract.ts'
import { marketplaceCodes } from '../../../shared/amazon/marketplaces.ts'
import { ApiError } from '../../client.ts'
import { dayText } from '../../earnings/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useApi } from '../../use-api.ts'
import { useAppName } from '../../use-app-name.ts'
import { payingDatesQuery, refreshPayingDates } from '../admin-queries.ts'
import { withStepUp } from '../parts/step-up.tsx'
import { marketplaceName, messageOf } from '../parts/texts.ts'
import { confirmationOf } from './import-texts.ts'
import { AllTwins, type TwinChoice } from './import-twins.tsx'

/** From which ship date Fee-Earnings pays, by marketplace, and the form that sets it (decision 42). */
export function PayingDates() {
  const query = useQuery(payingDatesQuery(useApi()))
  const items = query.data?.items ?? []
  const appName = useAppName()
  return (
    <Panel className="stack gap-4">
      <div>
        <h2 className="t-heading">Which format pays</h2>
        <p className="text-small text-ink-2">
          Fee-Earnings pays for what was shipped from this day on, {appName}’s CSV for what was ordered before
          it. It is needed once a marketplace has both.
        </p>
      </div>
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
      <PayingDateForm />
    </Panel>
  )
}

function PayingDateForm() {
  const { isBusy, reasons, set, clear } = usePayingDate()
  const [marketplace, setMarketplace] = useState('us')
  const [day, setDay] = useState('')
  const [choice, setChoice] = useState<TwinChoice | null>(null)
  const [isMissing, setMissing] = useState(false)
  const twins = reasons.find(({ kind }) => kind === 'twins')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!day || (twins && !choice)) return setMissing(true)
    setMissing(false)
    if (await set(marketplace, day, confirmationOf(reasons, choice))) setDay('')
  }
  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Marketplace">
          <Select
            value={marketplace}
            onChange={({ target }) => {
              clear()
              setMarketplace(target.value)
            }}
          >
            {marketplaceCodes.map((code) => (
              <option key={code} value={code}>
                {marketplaceName(code)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Fee-Earnings pays from" error={isMissing && !day ? 'Please choose a day' : undefined}>
          <TextInput
            type="date"
            value={day}
            onChange={({ target }) => {
              clear()
              setDay(target.value)
            }}
          />
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
      {twins && (
        <AllTwins
          count={twins.rows}
          commission={twins.commission}
          value={choice}
          onChange={setChoice}
          isMissing={isMissing}
        />
      )}
      <Button type="submit" busy={isBusy} className="justify-self-start max-sm:w-full">
        {reasons.length > 0 ? 'Confirm the day' : 'Set the day'}
      </Button>
    </form>
  )
}

/** Sets the day; what it would turn over is told first, and taken back with the same words. */
function usePayingDate() {
  const api = useApi()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [reasons, setReasons] = useState<Doubt[]>([])
  const isUnderWay = useRef(false)

  /** Tells whether it was set. */
  async function set(marketplace: string, starts_on: string, confirm: Confirmation): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    try {
      const body = { starts_on, ...(confirm.length > 0 && { confirm }) }
      await withStepUp(() =>
        api('PUT /api/v1/admin/paying-dates/:marketplace', { params: { marketplace }, body }),
      )
      setReasons([])
      await refreshPayingDates(client)
      void toast.success('Day set')
      return true
    } catch (error) {
      const asked = reasonsIn(error)
      if (asked) setReasons(asked)
      else void toast.error('Could not set the day', { description: messageOf(error) })
      return false
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { isBusy, reasons, set, clear: () => setReasons([]) }
}

const reasonsIn = (error: unknown): Doubt[] | null =>
  error instanceof ApiError && error.code === 'confirmation_required'
    ? ((error.details as { reasons?: Doubt[] }).reasons ?? null)
    : null
