import { useEffect, useState } from 'react'
import { late } from '../browser/late.ts'
import { useMedia } from '../browser/use-media.ts'
import { PeoplePanelSkeleton } from '../people/people-panel-skeleton.tsx'
import { ErrorState } from '../ui/error-state.tsx'

const people = late(() => import('../people/panel/people-panel.tsx').then((script) => script.PeoplePanel))

type PeopleRailProps = { isWanted: boolean }

/** The people panel, or the boxes of it: beside the list where there is room, elsewhere where it is wanted. */
export function PeopleRail({ isWanted }: PeopleRailProps) {
  const isBeside = useMedia('(min-width: 80rem)')
  const Panel = people.useLoaded()
  const [hasFailed, setFailed] = useState(false)
  const isShown = isBeside || isWanted

  useEffect(() => {
    if (isShown && !hasFailed) people.load().catch(() => setFailed(true))
  }, [isShown, hasFailed])

  if (hasFailed && !Panel)
    return <ErrorState message="Failed to load people data" onRetry={() => setFailed(false)} />
  return Panel && isShown ? <Panel /> : <PeoplePanelSkeleton />
}
