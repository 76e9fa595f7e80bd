import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import type { ReconciledMonth } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

type PaymentText = { tone?: 'good' | 'waiting' | undefined; text: string }

/** How the receipts compare with the reports. */
export function paymentText({ payment, difference, currency }: ReconciledMonth): PaymentText {
  const amount = moneyText(Math.abs(difference), currency)
  const texts: Record<typeof payment, PaymentText> = {
    nothing_to_pay: { text: 'Nothing to pay' },
    none: { text: 'Not paid yet' },
    full: { tone: 'good', text: 'Paid in full' },
    less: { tone: 'waiting', text: `${amount} less than reported` },
    more: { tone: 'waiting', text: `${amount} more than reported` },
  }
  return texts[payment]
}

/** How far a month is, in words that go with its payment. */
export function stageText(month: ReconciledMonth): string {
  const borne = `the platform bears ${moneyText(month.borne, month.currency)}`
  const texts: Record<typeof month.stage, string> = {
    by_calendar: 'Posted by the calendar',
    not_over: 'Pending until it is released, once the month is over',
    unpaid: 'Pending until Amazon has paid it, or it is released',
    awaits_report: 'Pending until a report dated after its last day is imported',
    awaits_rate: 'Pending until its orders have a rate',
    awaits_release: 'Pending until it is released, within the hour',
    released: releasedText(month, 'Amazon has paid it'),
    released_borne: releasedText(month, borne),
    released_orders_held: releasedText(
      month,
      `orders of ${moneyText(month.held, month.currency)} are held until Amazon has paid${month.borne > 0 ? `; ${borne}` : ''}`,
    ),
  }
  return texts[month.stage]
}

function releasedText({ released }: ReconciledMonth, why: string): string {
  if (!released) return why
  const by = released.by_itself ? '' : ` by ${nameOf({ username: released.by })}`
  return `Released on ${dayText(released.on)}${by}: ${why}`
}
