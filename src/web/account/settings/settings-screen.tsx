import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import type { Me } from '../profile/profile-fields.ts'
import { RowSkeleton } from '../row-skeleton.tsx'
import { StepUp } from '../two-step/step-up.tsx'
import { SettingsColumns } from './settings-columns.tsx'
import { type SettingsAddress, settingsBar, settingsTitle } from './settings-pages.ts'

type SettingsScreenProps = {
  at: SettingsAddress
  /** The boxes of the page while the person's data load. */
  boxes?: ReactNode
  /** What is there without these, too. */
  always?: ReactNode
  children: (me: Me) => ReactNode
}

/**
 * The frame of a page of the settings: from 1024 px the list of all of them beside it; on a phone that list is on
 * /profile, where Back leads (docs/product/profile.md#sections).
 */
export function SettingsScreen({ at, boxes = <RowSkeleton />, always, children }: SettingsScreenProps) {
  const me = useQuery(meQuery(useApi()))
  return (
    <AppScreen bar={settingsBar(at)}>
      <PageHead title={settingsTitle(at)} />
      <SettingsColumns>
        <div className="stack gap-5 pt-2 lg:pt-0">
          {me.data && children(me.data)}
          {me.isPending && boxes}
          {me.isLoadingError && (
            <ErrorState
              message="Failed to load profile"
              retrying={me.isFetching}
              onRetry={() => void me.refetch()}
            />
          )}
          {!me.data && always}
        </div>
      </SettingsColumns>
      <StepUp />
    </AppScreen>
  )
}
