import { Link, type LinkProps } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Icon, type IconName } from '../ui/button/icon.tsx'
import { LogoLink } from './links.tsx'

type NavTarget = LinkProps['to']

type NavItem = { to: NavTarget; label: string; icon: IconName; isWide?: true }

/** The entries of the main navigation, in the order of the phone's bar, which has no room for those that are wide. */
export const navItems: readonly NavItem[] = [
  { to: '/my-folio', label: 'My Folio', icon: 'folio' },
  { to: '/feed', label: 'Feed', icon: 'feed' },
  { to: '/earnings', label: 'Earnings', icon: 'earnings' },
  { to: '/notes', label: 'Notes', icon: 'bell', isWide: true },
  { to: '/profile', label: 'Profile', icon: 'profile' },
]

export type NavProps = {
  items: readonly NavItem[]
  /** The entry to mark on pages that belong to it: My Folio for a product that was opened from there. */
  current?: NavTarget
  onAdd: () => void
}

/** On a desktop the feed comes first: the middle of the bar matters only for thumbs. */
function feedFirst(items: readonly NavItem[]): NavItem[] {
  return [...items].sort((one, other) => Number(other.to === '/feed') - Number(one.to === '/feed'))
}

type SideNavProps = NavProps & {
  /** The person card, or the sign-in links for a visitor. */
  foot?: ReactNode
  /** How many news are unread. */
  unread?: ReactNode
}

/** The navigation from 1024 px: logo, entries, 'Add product', the person at the bottom. */
export const SideNav = memo(({ items, current, onAdd, foot, unread }: SideNavProps) => {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh flex-col gap-0.5 overflow-y-auto border-e py-6 ps-6 pe-4 pb-5 max-lg:hidden print:hidden"
    >
      <LogoLink className="ms-3 mb-6 self-start" />
      {feedFirst(items).map((item) => (
        <Link
          key={item.to}
          to={item.to}
          {...(item.to === current && { 'aria-current': 'true' })}
          className="relative flex min-h-11 shrink-0 items-center gap-3 rounded-md px-3 text-nav font-medium text-ink-2 before:absolute before:inset-y-3 before:start-0 before:w-0.5 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
        >
          <Icon name={item.icon} />
          {item.label}
          {item.to === '/notes' && unread}
        </Link>
      ))}
      <Button variant="primary" className="mt-4 shrink-0" onClick={onAdd}>
        <Icon name="add" />
        Add product
      </Button>
      <div className="mt-auto pt-6">{foot}</div>
    </nav>
  )
})

type TabsProps = { items: readonly NavItem[]; current?: NavTarget }

function Tabs({ items, current }: TabsProps) {
  return (
    <div className="grid auto-cols-fr grid-flow-col">
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          {...(item.to === current && { 'aria-current': 'true' })}
          className="relative grid place-content-center justify-items-center gap-0.5 text-micro whitespace-nowrap font-medium text-ink-3 before:absolute before:start-1/2 before:-top-px before:-ms-3 before:h-0.5 before:w-6 aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
        >
          <Icon name={item.icon} size={24} />
          {item.label}
        </Link>
      ))}
    </div>
  )
}

/** The phone's bar. The add button stays in the middle, whatever the number of entries. */
export const TabBar = memo(({ items, current, onAdd }: NavProps) => {
  const narrow = items.filter(({ isWide }) => !isWide)
  const half = Math.ceil(narrow.length / 2)
  return (
    <nav
      aria-label="Main"
      data-bottom-bar="tabs"
      className="fixed inset-x-0 bottom-0 z-30 grid h-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))] grid-cols-[1fr_76px_1fr] border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <Tabs items={narrow.slice(0, half)} current={current} />
      <button
        type="button"
        aria-label="Add product"
        onClick={onAdd}
        className="grid size-13 place-items-center self-center justify-self-center rounded-[18px] bg-accent text-on-accent shadow-add transition-[scale] ease-out active:scale-95"
      >
        <Icon name="add" size={24} />
      </button>
      <Tabs items={narrow.slice(half)} current={current} />
    </nav>
  )
})
