import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppScreen } from '../../app/app-screen.tsx'
import { Icon } from '../../ui/button/icon.tsx'

const parents = {
  '/earnings': 'Earnings',
  '/earnings/payouts': 'Payouts',
  '/earnings/statement': 'Statements',
}

type EarningsScreenProps = { title: string; parent: keyof typeof parents; children: ReactNode }

/** The frame of a page below Earnings, with a link to its parent, which is not printed. */
export function EarningsScreen({ title, parent, children }: EarningsScreenProps) {
  return (
    <AppScreen bar={{ title, back: { to: parent } }} current="/earnings" width="mid">
      <Link
        to={parent}
        className="mb-3 inline-flex min-h-11 items-center gap-1 text-small font-semibold text-ink-2 max-lg:hidden print:hidden"
      >
        <Icon name="back" size={16} />
        {parents[parent]}
      </Link>
      {children}
    </AppScreen>
  )
}
