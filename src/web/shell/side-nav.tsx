import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../ui/button/icon.tsx'
import { Button } from '../ui/button.tsx'
import { LogoLink } from './logo-link.tsx'
import type { NavItem, NavProps } from './nav-items.ts'

/** On a desktop the feed leads: the bar's middle, where a thumb rests, has no meaning there. */
function feedFirst(items: readonly NavItem[]): NavItem[] {
  return [...items].sort((one, other) => Number(other.to === '/feed') - Number(one.to === '/feed'))
}

type SideNavProps = NavProps & {
  /** The person card, or the ways in for someone signed out. */
  foot?: ReactNode
}

/** The navigation from 1024 px: logo, places, 'Add product', the person at the bottom. */
export function SideNav({ items, current, onAdd, foot }: SideNavProps) {
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
        </Link>
      ))}
      <Button variant="primary" className="mt-4 shrink-0" onClick={onAdd}>
        <Icon name="add" />
        Add product
      </Button>
      <div className="mt-auto pt-6">{foot}</div>
    </nav>
  )
}
