import { Link, type LinkProps } from '@tanstack/react-router'

type ViewsProps = {
  label: string
  views: readonly { to: LinkProps['to']; label: string }[]
}

/** Leads from one of several pages that belong together to the others. */
export function Views({ label, views }: ViewsProps) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-2">
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
