import { useId, useState } from 'react'
import { siteName } from '../../shared/site-names.ts'
import { Button } from '../ui/button/button.tsx'
import { useAppName } from '../use-app-name.ts'
import type { ClickAnalytics } from './use-click-analytics.ts'

type ClickOriginsProps = { story: ClickAnalytics }

/** The sites that people came from and, if a database of countries is installed, their countries. */
export function ClickOrigins({ story }: ClickOriginsProps) {
  const appName = useAppName()
  const here = { appName, host: window.location.host }
  return (
    <>
      <OriginList
        title="Where people came from"
        others="Other sites"
        total={story.total}
        origins={story.sites.map(({ site, count }) => ({
          key: site ?? '',
          name: siteName(site, here),
          count,
        }))}
      />
      <OriginList
        title="Countries"
        others="Other countries"
        total={story.total}
        origins={(story.countries ?? []).map(({ country, count }) => ({
          key: country ?? '',
          name: countryName(country),
          count,
        }))}
      />
    </>
  )
}

type Origin = { key: string; name: string; count: number }

type OriginListProps = {
  title: string
  /** The largest count first. */
  origins: readonly Origin[]
  /** The number of all people; those of no listed origin are counted as `others`. */
  total: number
  others: string
}

const shownFirst = 5

/** Origins with the number of people from each, as short bars. Renders nothing without origins. */
function OriginList({ title, origins, total, others }: OriginListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const titleId = useId()
  if (origins.length === 0) return null
  const rest = total - origins.reduce((sum, { count }) => sum + count, 0)
  const all = rest > 0 ? [...origins, { key: others, name: others, count: rest }] : origins
  const most = Math.max(...all.map(({ count }) => count))
  return (
    <section aria-labelledby={titleId} className="border-t pt-3">
      <h3 id={titleId} className="text-small font-semibold">
        {title}
      </h3>
      <ul className="mt-2 stack gap-2">
        {(showsAll ? all : all.slice(0, shownFirst)).map((origin) => (
          <OriginRow key={origin.key} name={origin.name} count={origin.count} most={most} />
        ))}
      </ul>
      {all.length > shownFirst && (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-3 mt-1 text-caption!"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : 'Show all'}
        </Button>
      )}
    </section>
  )
}

type OriginRowProps = { name: string; count: number; most: number }

function OriginRow({ name, count, most }: OriginRowProps) {
  return (
    <li className="text-small">
      <div className="flex items-baseline justify-between gap-4">
        <span dir="auto" className="min-w-0 text-ink-2">
          {name}
        </span>
        <span className="num shrink-0">{count.toLocaleString('en-US')}</span>
      </div>
      <div className="mt-1 h-1 rounded-full bg-sunken">
        <div
          className="h-full min-w-1 rounded-full bg-chart transition-[width] duration-200"
          style={{ width: `${(100 * count) / most}%` }}
        />
      </div>
    </li>
  )
}

const names = new Intl.DisplayNames(['en-US'], { type: 'region', fallback: 'code' })

/** A country's name by its ISO 3166 code; null if the database did not know it. */
const countryName = (country: string | null): string =>
  country === null ? 'Unknown' : (names.of(country) ?? country)
