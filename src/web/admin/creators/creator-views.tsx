import { Link } from '@tanstack/react-router'

const views = [
  { to: '/admin/creators', label: 'Balances' },
  { to: '/admin/holds', label: 'Holds' },
  { to: '/admin/questions', label: 'Questions' },
] as const

/** Leads from one list about creators to the others. */
export function CreatorViews() {
  return (
    <nav aria-label="Creators" className="mb-4 flex flex-wrap gap-2">
      {views.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="relative inline-flex h-9 items-center rounded-full bg-card px-3.5 text-small font-medium text-ink-2 inset-ring inset-ring-line-strong after:absolute after:-inset-y-1 after:inset-x-0 aria-[current]:bg-ink aria-[current]:text-on-ink aria-[current]:inset-ring-0"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
