import type { ReactNode } from 'react'

type FactsProps = { facts: readonly (readonly [label: string, value: ReactNode])[] }

/** What is known of something, by name; what is not known is left out. */
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
