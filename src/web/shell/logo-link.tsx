import { Link, rootRouteId, useRouteContext } from '@tanstack/react-router'
import clsx from 'clsx'
import { Logo, LogoMark } from './links.tsx'

type LogoLinkProps = { markOnly?: boolean; className?: string }

/** The logo leads to the feed (spec section 2, protected page shell). The name beside it is the installation's. */
export function LogoLink({ markOnly, className }: LogoLinkProps) {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
  return (
    <Link
      to="/feed"
      aria-label={`${appName}, to the feed`}
      // Also where the feed is open: the navigation's own entry says that it is the current page.
      activeProps={{ 'aria-current': undefined }}
      className={clsx('inline-flex min-h-11 min-w-11 items-center rounded-sm', className)}
    >
      {markOnly ? <LogoMark /> : <Logo name={appName} />}
    </Link>
  )
}
