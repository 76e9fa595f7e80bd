import { timeZone } from '../clicks/time-zone.ts'
import { Icon } from '../ui/button/icon.tsx'

/** What the figures mean, for whoever wants to know (decision: Ledger). */
export function HowCounted({ holdDays }: { holdDays: number }) {
  return (
    <details className="group -my-2">
      <summary className="-mx-1 flex min-h-11 w-fit items-center gap-1 rounded-sm px-1 text-caption font-semibold">
        How this is counted
        <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="stack max-w-[65ch] gap-2 pb-3 text-caption text-ink-2">
        <p>
          Earnings are pending until {holdDays} {holdDays === 1 ? 'day' : 'days'} after the end of the month
          of the order, when Amazon has paid for them. From then on they are posted.
        </p>
        <p>
          An amount counts on the day it is written down here, when Amazon’s report has come, not on the day
          of the order. What is written down never changes: a return or a correction is a row of its own.
        </p>
        <p>
          Days, weeks and months are those of your time zone, {timeZone().replaceAll('_', ' ')}. Weeks begin
          on Monday.
        </p>
        <p>
          Clicks are those of people on your links, without bots, link previews, your own looks, and looks
          again within 30 minutes. The conversion rate is the number of commissions divided by clicks. The
          average per click is posted and pending earnings divided by clicks.
        </p>
      </div>
    </details>
  )
}
