import { Panel } from '../ui/panel.tsx'

type ClickCounterProps = { count: number }

/** How often the owner's link was clicked (spec section 2, product detail page). */
export function ClickCounter({ count }: ClickCounterProps) {
  return (
    <Panel>
      <h2 className="t-heading">
        Your link has been clicked{' '}
        <span className="whitespace-nowrap">
          <span className="num">{count.toLocaleString('en-US')}</span> {count === 1 ? 'time' : 'times'}
        </span>
      </h2>
      <p className="mt-1 text-small text-ink-2">You earn when others purchase through your link</p>
    </Panel>
  )
}
