import type { LinkProps } from '@tanstack/react-router'
import type { IconName } from '../ui/button/icon.tsx'

export type NavTarget = LinkProps['to']

export type NavItem = { to: NavTarget; label: string; icon: IconName }

/** The places of the main navigation, in the order of the phone's bar. */
export const navItems: readonly NavItem[] = [
  { to: '/my-folio', label: 'My Folio', icon: 'folio' },
  { to: '/feed', label: 'Feed', icon: 'feed' },
  { to: '/earnings', label: 'Earnings', icon: 'earnings' },
  { to: '/profile', label: 'Profile', icon: 'profile' },
]

export type NavProps = {
  items: readonly NavItem[]
  /** The place to mark on pages that belong to it without being it: a product opened from My Folio. */
  current?: NavTarget
  onAdd: () => void
}
