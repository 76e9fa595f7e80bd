import clsx from 'clsx'
import { type Bar, linesFor } from './scale.ts'

/** The colour of the current bar: clicks, or money. */
export type Tone = 'accent' | 'money'

type PlotProps = {
  bars: readonly Bar[]
  format: (value: number) => string
  /** The bar whose details are shown. */
  picked: number | null
  tone?: Tone
}

/**
 * The drawing of a bar chart, hidden from screen readers, which have the text beside it. Bars below zero hang from its
 * line.
 */
export function Plot({ bars, format, picked, tone = 'accent' }: PlotProps) {
  const lines = linesFor(bars.map(({ value }) => value))
  const isEmpty = bars.every(({ value }) => value === 0)
  return (
    <div aria-hidden="true" className="num relative h-full pt-5 pb-6 text-micro text-ink-3">
      <Lines values={lines} format={format} />
      <div data-bars className="me-9 flex h-full">
        {bars.map((bar, index) => {
          const isCurrent = index === bars.length - 1
          const { height, end, ...position } = extentOf(bar.value, lines)
          return (
            <div key={bar.key} className="relative flex flex-1 justify-center">
              {isCurrent && !isEmpty && (
                <b
                  className={clsx(
                    'absolute font-[650] whitespace-nowrap text-ink',
                    bar.value < 0 ? 'mt-0.5' : 'mb-1',
                  )}
                  style={end}
                >
                  {format(bar.value)}
                </b>
              )}
              <div
                className={clsx(
                  'absolute w-4/5 max-w-8 transition-[height] duration-200',
                  bar.value < 0 ? 'rounded-b-[5px]' : 'rounded-t-[5px]',
                  bar.value === 0 ? 'min-h-px bg-line-strong' : 'min-h-1',
                  bar.value !== 0 && barColor(bar.value, { isCurrent, isPicked: index === picked, tone }),
                )}
                style={{ height, ...position }}
              />
              <span
                className={clsx(
                  'absolute -bottom-[22px] whitespace-nowrap',
                  isCurrent && !isEmpty && 'font-semibold text-ink',
                )}
              >
                {bar.axis}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A bar stands on the zero line, or hangs from it; its value is written at its end. */
function extentOf(value: number, lines: readonly number[]) {
  const least = lines.at(-1) ?? 0
  const range = (lines[0] ?? 1) - least
  const zero = -least / range
  const part = Math.abs(value) / range
  const height = percent(part)
  if (value < 0) return { height, top: percent(1 - zero), end: { top: percent(1 - zero + part) } }
  return { height, bottom: percent(zero), end: { bottom: percent(zero + part) } }
}

const percent = (part: number) => `${100 * part}%`

const currentColors: Record<Tone, string> = { accent: 'bg-accent', money: 'bg-money' }

type BarState = { isCurrent: boolean; isPicked: boolean; tone: Tone }

function barColor(value: number, { isCurrent, isPicked, tone }: BarState): string {
  // Losses have a colour of their own, in any period.
  if (value < 0) return isCurrent || isPicked ? 'bg-danger' : 'bg-danger/55'
  if (isCurrent) return currentColors[tone]
  return isPicked ? 'bg-field' : 'bg-chart'
}

type LinesProps = { values: readonly number[]; format: PlotProps['format'] }

function Lines({ values, format }: LinesProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-5 bottom-6 flex flex-col justify-between">
      {values.map((value) => (
        <div
          key={value}
          className={clsx(
            'relative h-0 border-t',
            value === 0 ? 'border-field' : 'border-dashed border-line-strong',
          )}
        >
          <span className="absolute end-0 -top-4">{format(value)}</span>
        </div>
      ))}
    </div>
  )
}
