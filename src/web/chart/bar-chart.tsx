import clsx from 'clsx'
import type { Bar } from './bar.ts'
import { barText } from './bar.ts'
import { ChartTip } from './chart-tip.tsx'
import { Plot, type Tone } from './plot.tsx'
import { usePickedBar } from './use-picked-bar.ts'

type BarChartProps = {
  /** What the bars are, for whoever hears it. */
  label: string
  bars: readonly Bar[]
  /** How a value is written at the axis and above its bar. */
  format: (value: number) => string
  tone?: Tone
  className?: string
}

/**
 * Bars over time, the last one coloured as the current. A bar says more on hover, on a tap, and with the arrow keys:
 * then the chart is a slider over its bars, which every screen reader knows how to move and read.
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
      {picked !== null && shown && <ChartTip bar={shown} place={picked} of={bars.length} />}
    </div>
  )
}
