import clsx from 'clsx'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { Plot, type Tone } from './plot.tsx'
import { type Bar, barText } from './scale.ts'

type BarChartProps = {
  /** What the bars stand for, for screen readers. */
  label: string
  bars: readonly Bar[]
  /** Formats a value, for the axis and above its bar. */
  format: (value: number) => string
  tone?: Tone
  className?: string
}

/**
 * A bar chart over time; the last bar has the colour of the current one. Details of a bar show on hover, on a tap, and
 * with the arrow keys: for the keys the chart is a slider over its bars, which every screen reader can move and read.
 */
export function BarChart({ label, bars, format, tone, className }: BarChartProps) {
  const { picked, area, slider } = usePickedBar(bars.length)
  const shown = bars[picked ?? bars.length - 1]
  return (
    <div
      className={clsx(
        'relative touch-pan-y rounded-xs outline-offset-4 outline-focus has-focus-visible:outline-2',
        className,
      )}
      {...area}
    >
      <Plot bars={bars} format={format} picked={picked} {...(tone && { tone })} />
      <input
        type="range"
        min={0}
        max={bars.length - 1}
        aria-label={label}
        aria-valuetext={shown && barText(shown)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
        {...slider}
      />
      {picked !== null && shown && <ChartTip bar={shown} index={picked} of={bars.length} />}
    </div>
  )
}

type ChartTipProps = { bar: Bar; index: number; of: number }

/** The details of a bar, beside it on the side with more room. */
function ChartTip({ bar, index, of }: ChartTipProps) {
  const isFirstHalf = index < of / 2
  const edge = isFirstHalf ? (index + 1) / of : (of - index) / of
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

/**
 * Which bar's details are shown, null for none: the one under the mouse, the tapped one, or the one the keys moved to.
 * `area` goes on the element around the bars, `slider` on its range input.
 */
function usePickedBar(count: number) {
  const [chosen, pick] = useState<number | null>(null)
  const slider = useRef<HTMLInputElement>(null)
  const last = count - 1
  // There may be fewer bars than when it was chosen.
  const picked = chosen === null ? null : Math.min(chosen, last)

  function barUnder({ currentTarget, clientX }: MouseEvent<HTMLElement>): number {
    const plot = currentTarget.querySelector('[data-bars]') ?? currentTarget
    const { left, width } = plot.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * count)))
  }

  return {
    picked,
    area: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') pick(barUnder(event))
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') pick(null)
      },
      // Without this a press on the picture would move the focus before the click event comes.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      // A tapped bar's details close when the focus leaves: by a second tap, a tap elsewhere, or Tab.
      onClick: (event: MouseEvent<HTMLElement>) => {
        const bar = barUnder(event)
        if (bar === picked && slider.current === document.activeElement) return slider.current?.blur()
        pick(bar)
        slider.current?.focus({ preventScroll: true })
      },
    },
    slider: {
      ref: slider,
      value: picked ?? last,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => pick(currentTarget.valueAsNumber),
      onFocus: () => pick((current) => current ?? last),
      onBlur: () => pick(null),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') pick(null)
      },
    },
  }
}
