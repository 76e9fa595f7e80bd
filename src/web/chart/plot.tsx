import clsx from 'clsx'
import type { Bar } from './bar.ts'
import { scaleFor } from './scale.ts'

type PlotProps = {
  bars: readonly Bar[]
  format: (value: number) => string
  /** The bar that is looked at. */
  picked: number | null
}

/** The picture of a bar chart; what it shows is told beside it. */
export function Plot({ bars, format, picked }: PlotProps) {
  const lines = scaleFor(Math.max(...bars.map(({ value }) => value)))
  const isEmpty = bars.every(({ value }) => value === 0)
  return (
    <div aria-hidden="true" className="num relative h-full pt-5 pb-6 text-micro text-ink-3">
      <Lines values={lines} format={format} />
      <div data-bars className="me-9 flex h-full">
        {bars.map((bar, index) => {
          const isCurrent = index === bars.length - 1
          return (
            <div key={bar.key} className="relative flex flex-1 items-end justify-center">
              {isCurrent && !isEmpty && (
                <b
                  className="absolute mb-1 font-[650] whitespace-nowrap text-ink transition-[bottom] duration-200"
                  style={{ bottom: heightOf(bar.value, lines[0]) }}
                >
                  {format(bar.value)}
                </b>
              )}
              <div
                className={clsx(
                  'w-4/5 max-w-8 rounded-t-[5px] transition-[height] duration-200',
                  bar.value === 0 ? 'min-h-0.5' : 'min-h-1',
                  barColor(isCurrent && !isEmpty, index === picked),
                )}
                style={{ height: heightOf(bar.value, lines[0]) }}
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

const heightOf = (value: number, top: number) => `${(100 * value) / top}%`

function barColor(isCurrent: boolean, isPicked: boolean): string {
  if (isCurrent) return 'bg-accent'
  return isPicked ? 'bg-field' : 'bg-chart'
}

type LinesProps = { values: readonly number[]; format: PlotProps['format'] }

function Lines({ values, format }: LinesProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-5 bottom-6 flex flex-col justify-between">
      {values.map((value) => (
        <div
          key={value}
          className="relative h-0 border-t border-dashed last:border-solid last:border-line-strong"
        >
          <span className="absolute end-0 -top-4">{format(value)}</span>
        </div>
      ))}
    </div>
  )
}
