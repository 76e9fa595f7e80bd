import clsx from 'clsx'
import type { ReactNode } from 'react'

type FactsProps = { facts: readonly (readonly [label: string, value: ReactNode])[] }

/** Facts by name; those without a value are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="num grid grid-cols-2 gap-x-6 gap-y-3 text-small sm:grid-cols-3">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const columns = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-2 gap-y-3 sm:grid-cols-4',
  5: 'grid-cols-2 gap-y-3 sm:grid-cols-5',
}

type StatsProps = { figures: readonly (readonly [label: string, value: ReactNode])[] }

/** Figures side by side, each above its name; two in a row on a phone where there are many. */
export function Stats({ figures }: StatsProps) {
  const many = figures.length > 3
  return (
    <dl className={clsx('grid', columns[figures.length as keyof typeof columns] ?? columns[4])}>
      {figures.map(([label, value]) => (
        <div
          key={label}
          className={clsx(
            'flex min-w-0 flex-col-reverse justify-end border-s px-3 max-[359px]:px-1.5',
            'first:border-0 first:ps-0',
            many && 'max-sm:nth-[odd]:border-0 max-sm:nth-[odd]:ps-0',
            figures.length > 5 && 'sm:nth-[4n+1]:border-0 sm:nth-[4n+1]:ps-0',
          )}
        >
          <dt className="text-caption text-ink-3">{label}</dt>
          <dd className="num text-sub font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
