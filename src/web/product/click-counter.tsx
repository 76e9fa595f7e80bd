import { useState } from 'react'
import { ClickActivity } from '../clicks/click-activity.tsx'
import { ClickNews } from '../clicks/click-news.tsx'
import type { LiveClicks } from '../clicks/use-click-story.ts'
import { Panel } from '../ui/panel.tsx'

type ClickCounterProps = {
  /** As the product tells it, until the clicks' own answer is there. */
  count: number
  clicks: LiveClicks
}

/** How often the owner's link was clicked, and when (spec section 2, product detail page). */
export function ClickCounter({ count, clicks }: ClickCounterProps) {
  const current = useLatest(clicks.query.data?.clicks_count) ?? count
  return (
    <Panel className="stack gap-4">
      <div>
        <h2 className="t-heading">
          {/* Two lines always: with a digit more it would break, and move all below while somebody looks. */}
          Your link has been <br />
          clicked{' '}
          <span className="whitespace-nowrap">
            <span className="num">{current.toLocaleString('en-US')}</span> {current === 1 ? 'time' : 'times'}
          </span>
        </h2>
        <p className="mt-1 text-small text-ink-2">You earn when others purchase through your link</p>
      </div>
      <ClickNews count={current} />
      <ClickActivity clicks={clicks} />
    </Panel>
  )
}

/** The last value there was: while another period is asked for in vain, there is none. */
function useLatest(value: number | undefined): number | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
