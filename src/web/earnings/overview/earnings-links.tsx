import { Link } from '@tanstack/react-router'

const links = [
  { to: '/earnings/payouts', name: 'Payouts', path: 'M4 10l8-5 8 5M6 10v7M10 10v7M14 10v7M18 10v7M4 20h16' },
  { to: '/earnings/statement', name: 'Statements', path: 'M6 4h8l4 4v12H6zM9 12h6M9 15.5h6' },
  {
    to: '/earnings/details',
    name: 'How you are paid',
    path: 'M6.5 6h11A2.5 2.5 0 0 1 20 8.5v8a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 16.5v-8A2.5 2.5 0 0 1 6.5 6ZM4 10h16M15 14.5h2',
  },
] as const

/** The pages that the money leads to, which wait for nothing (docs/product/earnings.md#overview-page). */
export const EarningsLinks = () => (
  <nav aria-label="Your money" className="grid grid-cols-3 divide-x border-t">
    {links.map(({ to, name, path }) => (
      <Link
        key={to}
        to={to}
        className="flex min-h-14 flex-col items-center gap-1 px-1 py-2.5 text-center text-caption font-semibold -outline-offset-2 enabled-hover:bg-sunken sm:flex-row sm:justify-center sm:gap-2.5 sm:text-small"
      >
        <LinkSign path={path} />
        {name}
      </Link>
    ))}
  </nav>
)

/** Like an icon; only this page has these, so that no other loads them. */
const LinkSign = ({ path }: { path: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="shrink-0 text-ink-2"
  >
    <path d={path} />
  </svg>
)
