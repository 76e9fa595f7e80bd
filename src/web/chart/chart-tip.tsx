import type { Bar } from './bar.ts'

type ChartTipProps = { bar: Bar; place: number; of: number }

/** What a bar stands for, beside it on the side with more room. */
export function ChartTip({ bar, place, of }: ChartTipProps) {
  const isFirstHalf = place < of / 2
  const edge = isFirstHalf ? (place + 1) / of : (of - place) / of
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 start-0 end-9">
      <div
        className="surface-lift num absolute top-1 z-1 w-max max-w-36 rounded-md px-2.5 py-2 text-caption text-ink-2"
        style={{ [isFirstHalf ? 'left' : 'right']: `calc(${100 * edge}% + 2px)` }}
      >
        <p className="font-semibold text-ink">{bar.name}</p>
        {bar.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </div>
    </div>
  )
}
