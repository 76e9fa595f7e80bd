import { Link } from '@tanstack/react-router'
import { useAdminPlace, WaitingCount } from './admin-nav.tsx'
import type { AdminPage } from './admin-pages.ts'

type AdminViewsProps = { label: string; views: NonNullable<AdminPage['views']> }

/** Leads from one of several pages that belong together to the others. */
export function AdminViews({ label, views }: AdminViewsProps) {
  const { waiting } = useAdminPlace()
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-2">
      {views.map((view) => (
        <Link
          key={view.to}
          to={view.to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="relative inline-flex h-9 items-center gap-1.5 rounded-full bg-card px-3.5 text-small font-medium text-ink-2 inset-ring inset-ring-line-strong after:absolute after:-inset-y-1 after:inset-x-0 aria-[current]:bg-ink aria-[current]:text-on-ink aria-[current]:inset-ring-0"
        >
          {view.label}
          <WaitingCount of={view.waiting} waiting={waiting} className="-me-1.5" />
        </Link>
      ))}
    </nav>
  )
}
