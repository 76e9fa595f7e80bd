import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/use-api.ts'
import { Banner, RetryBanner } from '../../ui/feedback/banner.tsx'
import { RowSkeleton } from '../row-skeleton.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { waysQuery } from './own-ways.ts'
import { PushDevices } from './push-devices.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { WaysTable } from './ways-table.tsx'

/** The page on which a person chooses what they hear of, and how (docs/product/ways.md#the-page). */
export const NotificationsSettings = () => (
  <SettingsScreen at="/profile/notifications">{() => <Notifications />}</SettingsScreen>
)

function Notifications() {
  const ways = useQuery(waysQuery(useApi()))
  if (ways.isLoadingError) return <RetryBanner query={ways}>Failed to load your notifications</RetryBanner>
  if (!ways.data) return <RowSkeleton />
  return (
    <>
      {ways.data.is_unproven && (
        <Banner tone="note">
          Nobody has proved yet that {ways.data.email} is yours, so no news go there. “Forgot password?” on
          the log-in page sends you a link.
        </Banner>
      )}
      <WaysTable ways={ways.data} />
      <QuietHours ways={ways.data} />
      <PushDevices ways={ways.data} />
    </>
  )
}
