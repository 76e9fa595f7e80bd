import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/button/icon.tsx'

const links = [
  { to: '/earnings/payouts', icon: 'bank', name: 'Payouts' },
  { to: '/earnings/statement', icon: 'statement', name: 'Statements' },
  { to: '/earnings/details', icon: 'wallet', name: 'How you are paid' },
] as const

/** The pages that the money leads to, above everything that loads (docs/product/earnings.md#overview-page). */
export const EarningsLinks = () => (
  <nav
    aria-label="Your money"
    className="surface mt-1 mb-3 grid grid-cols-3 divide-x overflow-hidden lg:mt-0 lg:mb-4"
  >
    {links.map(({ to, icon, name }) => (
      <Link
        key={to}
        to={to}
        className="flex min-h-14 flex-col items-center gap-1 px-1 py-2.5 text-center text-caption font-semibold -outline-offset-2 enabled-hover:bg-sunken sm:flex-row sm:justify-center sm:gap-2.5 sm:text-small"
      >
        <Icon name={icon} className="text-ink-2" />
        {name}
      </Link>
    ))}
  </nav>
)
