import { useLocation } from '@tanstack/react-router'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { RowSkeleton } from '../account/row-skeleton.tsx'
import { SettingsColumns } from '../account/settings/settings-columns.tsx'
import {
  type SettingsAddress,
  settingsBar,
  settingsPages,
  settingsTitle,
} from '../account/settings/settings-pages.ts'
import { AnalyticsSkeleton } from '../look/analytics-skeleton.tsx'
import { CardGridSkeleton, ListSkeleton } from '../look/list-skeletons.tsx'
import { OverviewSkeleton } from '../look/overview-skeleton.tsx'
import { ProfileSkeleton } from '../look/profile-skeleton.tsx'
import { useSession } from '../session/session.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { AppScreen } from './app-screen.tsx'
import { PublicScreen } from './public-screen.tsx'

type Skeleton = Pick<ComponentProps<typeof AppScreen>, 'bar' | 'current' | 'width'> & {
  title: string
  Boxes: ComponentType
}

/** The placeholder of a screen in the app's frame while it loads. */
const below = (
  to: '/my-folio' | '/earnings',
  title: string,
  Boxes: ComponentType = ListSkeleton,
): Skeleton => ({ title, Boxes, bar: { title, back: { to } }, current: to })

const InboxBoxes = () => <ListSkeleton width="page" />

/** As wide as the feed's list beside its panel. */
const FeedBoxes = () => (
  <div className="min-[80rem]:pe-[calc(var(--spacing-rail)+2rem)]">
    <CardGridSkeleton width="beside" />
  </div>
)

const ProfileBoxes = () => (
  <SettingsColumns>
    <ProfileSkeleton />
  </SettingsColumns>
)
const SettingsBoxes = () => (
  <SettingsColumns>
    <RowSkeleton />
  </SettingsColumns>
)

/** The same of a page of the settings, with the list of all of them. */
const settingsSkeleton = (address: SettingsAddress): Skeleton => ({
  title: settingsTitle(address),
  bar: settingsBar(address),
  Boxes: address === '/profile' ? ProfileBoxes : SettingsBoxes,
})

/** The screens in the app's frame, by the beginning of their paths; longer ones before shorter ones. */
const skeletons: readonly (readonly [string, Skeleton])[] = [
  ['/my-folio/attention', below('/my-folio', 'Needs attention')],
  ['/my-folio/transfer', below('/my-folio', 'Import and export')],
  ['/my-folio', { title: 'My Folio', bar: { title: 'My Folio' }, width: 'wide', Boxes: OverviewSkeleton }],
  ['/category/', { ...below('/my-folio', 'My Folio', CardGridSkeleton), width: 'wide' }],
  ['/categories/setup', below('/my-folio', 'Manage Categories')],
  ['/filing-cabinet', below('/my-folio', 'Filing Cabinet')],
  ['/inbox', { ...below('/my-folio', 'Inbox', InboxBoxes), width: 'wide' }],
  ['/earnings/statement', { ...below('/earnings', 'Statements'), width: 'mid' }],
  ['/earnings', { title: 'Earnings', bar: { title: 'Earnings' }, Boxes: AnalyticsSkeleton }],
  ['/notes', { title: 'Notes', bar: { title: 'Notes' }, Boxes: ListSkeleton }],
  // Below /profile before it.
  ...settingsPages.map(({ to }) => [to, settingsSkeleton(to)] as const).reverse(),
  ['/feed', { title: 'Explore', width: 'wide', Boxes: FeedBoxes }],
]

const isAt = (path: string, begin: string) =>
  begin.endsWith('/') ? path.startsWith(begin) : path === begin || path.startsWith(`${begin}/`)

/**
 * The skeleton for the address, if its screen is known to be in the app's frame: somebody is signed in, or it is the
 * feed.
 */
function useSkeleton(): Skeleton | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') })
  const isSignedIn = useSession().status === 'signed_in'
  if (!isSignedIn && path !== '/feed') return
  return skeletons.find(([begin]) => isAt(path, begin))?.[1]
}

type ScreenSkeletonsProps = {
  /** Shown for an unknown screen. */
  unknown: ReactNode
}

/** The skeleton of the next screen in the app's frame: the navigation stays, and marks the target. */
export function ScreenSkeletons({ unknown }: ScreenSkeletonsProps) {
  const skeleton = useSkeleton()
  if (!skeleton) return unknown
  const { title, Boxes, ...frame } = skeleton
  return (
    <AppScreen isSkeleton {...frame}>
      <PageHead title={title} />
      <div className="pt-1">
        <Boxes />
      </div>
    </AppScreen>
  )
}

type ScreenFailedProps = {
  message: string
  /** Retrying failed: only a new page may help. */
  isGone: boolean
  onRetry: () => void
}

/** The screen of the address failed; the frame around it stays. */
export function ScreenFailed({ message, isGone, onRetry }: ScreenFailedProps) {
  const skeleton = useSkeleton()
  const failed = (
    <div className="grid min-h-[60dvh] place-content-center">
      <ErrorState
        level={1}
        message={message}
        onRetry={isGone ? () => window.location.reload() : onRetry}
        {...(isGone && { retryLabel: 'Reload' })}
      />
    </div>
  )
  if (!skeleton) return <PublicScreen>{failed}</PublicScreen>
  const { title: _, Boxes: __, ...frame } = skeleton
  return (
    <AppScreen isSkeleton {...frame}>
      {failed}
    </AppScreen>
  )
}
