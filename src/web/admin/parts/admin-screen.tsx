import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { AppScreen } from '../../app/app-screen.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { StepUp } from './step-up.tsx'

/** The admin screens, in the order of the work. */
const screens = [
  { to: '/admin', label: 'Pipeline', exact: true },
  { to: '/admin/imports', label: 'Imports', exact: false },
  { to: '/admin/orders', label: 'Orders', exact: false },
  { to: '/admin/flags', label: 'Flags', exact: false },
  { to: '/admin/reports', label: 'Reports', exact: false },
  { to: '/admin/tracking-ids', label: 'Tracking IDs', exact: false },
  { to: '/admin/security', label: 'Security', exact: false },
  { to: '/admin/health', label: 'Health', exact: false },
  { to: '/admin/audit', label: 'Audit log', exact: false },
] as const

type AdminScreenProps = {
  title: string
  subtitle?: ReactNode
  /** The target of Back. */
  back?: '/profile' | (typeof screens)[number]['to']
  /** 'full' for tables that need the room. */
  width?: 'mid' | 'full'
  children: ReactNode
}

/** The frame of an admin page: its title, and links to the other screens. */
export function AdminScreen({ title, subtitle, back = '/admin', width = 'mid', children }: AdminScreenProps) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the last links are outside the window. Not `scrollIntoView`: Tab would continue from there.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !current) return
    const middle = current.offsetLeft - nav.current.offsetLeft + current.offsetWidth / 2
    nav.current.scrollLeft = middle - nav.current.clientWidth / 2
  }, [])
  return (
    <AppScreen bar={{ title, back: { to: back } }} width={width}>
      <PageHead title={title} subtitle={subtitle} subtitleWide />
      <nav
        ref={nav}
        aria-label="Admin"
        className="-mx-gutter mb-4 flex scroll-px-gutter gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none] lg:mx-0 lg:px-px"
      >
        {screens.map(({ to, label, exact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact }}
            className="relative inline-flex h-9 shrink-0 items-center rounded-full bg-card px-3.5 text-small font-medium whitespace-nowrap text-ink-2 inset-ring inset-ring-line-strong after:absolute after:inset-x-0 after:-inset-y-1 aria-[current]:bg-ink aria-[current]:text-on-ink aria-[current]:inset-ring-0"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
      <StepUp />
    </AppScreen>
  )
}
