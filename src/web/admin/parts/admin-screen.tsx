import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { StepUp } from '../../account/two-step/step-up.tsx'
import { meQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { AskSecond } from '../second/ask-second.tsx'

/** The admin screens, in the order of the work. */
const screens = [
  { to: '/admin', label: 'Pipeline', exact: true },
  { to: '/admin/imports', label: 'Imports', exact: false },
  { to: '/admin/orders', label: 'Orders', exact: false },
  { to: '/admin/receipts', label: 'Receipts', exact: false },
  { to: '/admin/payouts', label: 'Payouts', exact: false },
  { to: '/admin/creators', label: 'Creators', exact: false },
  { to: '/admin/flags', label: 'Flags', exact: false },
  { to: '/admin/reports', label: 'Reports', exact: false },
  { to: '/admin/tracking-ids', label: 'Tracking IDs', exact: false },
  { to: '/admin/security', label: 'Security', exact: false },
  { to: '/admin/health', label: 'Health', exact: false },
  { to: '/admin/audit', label: 'Audit log', exact: false },
] as const

/** Screens that a link of the frame stands for, too. */
const within: Partial<Record<(typeof screens)[number]['to'], readonly string[]>> = {
  '/admin/receipts': ['/admin/books', '/admin/rates'],
  '/admin/creators': ['/admin/holds', '/admin/fees', '/admin/questions', '/admin/proposals'],
}

type AdminScreenProps = {
  title: string
  subtitle?: ReactNode
  /** The target of Back. */
  back?: '/profile' | '/admin/books' | (typeof screens)[number]['to']
  /** 'full' for tables that need the room. */
  width?: 'mid' | 'full'
  children: ReactNode
}

/** The frame of an admin page: its title, and links to the other screens. */
export function AdminScreen({ title, subtitle, back = '/admin', width = 'mid', children }: AdminScreenProps) {
  const { data: own } = useQuery(meQuery(useApi()))
  const waiting: Partial<Record<string, { count: number; what: [string, string] }>> = {
    '/admin/payouts': { count: own?.open_attentions ?? 0, what: ['payout to look at', 'payouts to look at'] },
    '/admin/creators': { count: own?.open_questions ?? 0, what: ['open question', 'open questions'] },
  }
  const path = useLocation({ select: ({ pathname }) => pathname })
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
        className="fading-row -mx-gutter mb-4 flex scroll-px-gutter gap-5 border-b ps-gutter sm:gap-1.5 lg:mx-0 lg:mb-5 lg:ps-0"
      >
        {screens.map(({ to, label, exact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact }}
            aria-current={within[to]?.some((part) => path.startsWith(part)) ? 'page' : undefined}
            className="relative inline-flex h-11 shrink-0 items-center rounded-xs text-small font-medium whitespace-nowrap text-ink-2 -outline-offset-2 before:absolute before:inset-x-0 before:bottom-0 before:h-0.5 hover:text-ink aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
          >
            {label}
            <Waiting of={waiting[to]} />
          </Link>
        ))}
      </nav>
      {children}
      <AskSecond />
      <StepUp />
    </AppScreen>
  )
}

/** How much waits for an answer behind a link; nothing for none. */
const Waiting = ({ of }: { of: { count: number; what: [string, string] } | undefined }) =>
  of && of.count > 0 ? (
    <span className="num absolute -end-2 top-0 rounded-full bg-amber-soft px-1 text-micro font-semibold text-amber">
      {Math.min(of.count, 99)}
      <span className="sr-only"> {of.what[of.count === 1 ? 0 : 1]}</span>
    </span>
  ) : null
