import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { ClickStory } from './click-data.ts'
import { countryName } from './country-names.ts'
import { OriginList } from './origin-list.tsx'
import { siteName } from './site-names.ts'

type ClickOriginsProps = { story: ClickStory }

/** The sites people came from and, where a database tells it, the countries they were in. */
export function ClickOrigins({ story }: ClickOriginsProps) {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
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
