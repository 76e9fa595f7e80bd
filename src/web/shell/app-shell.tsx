import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useHydrated } from '../boot/hydration.ts'
import { SkipLink } from './links.tsx'
import { type NavProps, navItems, SideNav, TabBar } from './navigation.tsx'
import { TopBar, type TopBarProps } from './page-head.tsx'

type AppShellProps = Partial<Pick<NavProps, 'items' | 'current'>> &
  Pick<NavProps, 'onAdd'> & {
    /** The phone's top bar; `children` of it replace its content. */
    bar?: TopBarProps
    /** The foot of the side navigation: `PersonCard`, or the sign-in links. */
    foot?: ReactNode
    /** How many news are unread, beside their entry of the side navigation. */
    unread?: ReactNode
    width?: keyof typeof widths
    /** The id of the element that 'Skip to content' leads to, where much precedes it in the main part. */
    content?: string | undefined
    /**
     * A navigation of its own from 1024 px on, in place of the app's: the page has all the room beside it, and no bar
     * at the bottom of a phone.
     */
    side?: ReactNode
    children: ReactNode
  }

/**
 * How wide a page's content grows: lists of products fill the window up to 1,920 px, other pages 1,128 px, and forms
 * 760 px; on a tablet these fill the window up to 800 px, and stand in its middle.
 */
const widths = {
  wide: '',
  full: 'max-w-282',
  mid: 'max-lg:mx-auto max-lg:max-w-200 lg:max-w-190',
}

/** The app around a page: top bar and tab bar on a phone, side navigation from 1024 px. */
export function AppShell({
  items = navItems,
  current,
  onAdd,
  bar,
  foot,
  unread,
  width = 'full',
  content,
  side,
  children,
}: AppShellProps) {
  useHydrated()
  return (
    <>
      <SkipLink to={content} />
      <div
        className={clsx(
          'lg:grid print:block',
          side
            ? 'lg:grid-cols-[13rem_minmax(0,1fr)]'
            : 'mx-auto max-w-480 lg:grid-cols-[var(--spacing-side)_minmax(0,1fr)]',
        )}
      >
        {side ?? <SideNav items={items} current={current} onAdd={onAdd} foot={foot} unread={unread} />}
        <div className="min-w-0">
          <TopBar {...bar} />
          <main
            id="main"
            tabIndex={-1}
            className={clsx(
              'px-gutter print:p-0',
              side
                ? 'pb-[calc(2.5rem+env(safe-area-inset-bottom))] lg:px-6 lg:pt-6 lg:pb-12'
                : 'pb-[calc(var(--spacing-tabbar)+2.5rem+env(safe-area-inset-bottom))] lg:pt-8 lg:pb-16',
            )}
          >
            <div className={widths[width]}>{children}</div>
          </main>
        </div>
      </div>
      {!side && <TabBar items={items} current={current} onAdd={onAdd} />}
    </>
  )
}
