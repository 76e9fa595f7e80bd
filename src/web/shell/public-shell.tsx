import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useHydrated } from '../boot/hydration.ts'
import { LogoLink, SkipLink, VisitorLinks } from './links.tsx'

type PublicShellProps = {
  /** The end of the bar: `AvatarLink` for a signed-in person; the sign-in links by default. */
  account?: ReactNode
  /** The app's navigation, for a signed-in person: for the side from 1024 px, and a phone's bar at the bottom. */
  navigation?: ReactNode
  /** A list of products fills the window up to 1,920 px. */
  isWide?: boolean
  /** Room at the bottom for a fixed `ActionBar` on phones. */
  actionBar?: boolean
  children: ReactNode
}

/**
 * Public pages: a bar with the logo, the same HTML for every visitor. The mark of a stored session reserves the room
 * for the navigation, which comes later and moves nothing.
 */
export function PublicShell({
  account = <VisitorLinks />,
  navigation,
  isWide,
  actionBar,
  children,
}: PublicShellProps) {
  useHydrated()
  return (
    <>
      <SkipLink />
      <div className="navigation-room">
        <div>{navigation}</div>
        <div className="min-w-0">
          <header className="sticky top-0 z-20 flex h-topbar items-center gap-1 border-b bg-paper ps-gutter pe-2 lg:h-16 lg:pe-gutter lg:in-data-session:hidden low:static">
            <LogoLink className="narrow-logo" />
            <div className="ms-auto flex items-center gap-1">{account}</div>
          </header>
          <main
            id="main"
            tabIndex={-1}
            className={clsx(
              'mx-auto px-gutter lg:pt-8 lg:pb-16',
              isWide ? 'max-w-480' : 'max-w-284',
              actionBar ? 'pb-32 max-lg:shop-in-column:pb-10' : 'pb-10',
            )}
          >
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
