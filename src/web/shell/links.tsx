import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { useAppName } from '../use-app-name.ts'

type SkipLinkProps = { to?: string | undefined }

/**
 * The first stop of the Tab key: skips the navigation, to the page's `<main id="main">` or the part it is opened for.
 */
export function SkipLink({ to = 'main' }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className="fixed start-4 top-2 z-50 -translate-y-20 rounded-md bg-ink px-4 py-3 text-small font-semibold text-on-ink focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}

type LogoLinkProps = { markOnly?: boolean; className?: string }

/** The logo leads to the feed (docs/product/shell.md#app-screens). The name beside it is the installation's. */
export function LogoLink({ markOnly, className }: LogoLinkProps) {
  const appName = useAppName()
  return (
    <Link
      to="/feed"
      aria-label={`${appName}, to the feed`}
      // Also where the feed is open: the navigation's own entry marks the current page.
      activeProps={{ 'aria-current': undefined }}
      className={clsx('inline-flex min-h-11 min-w-11 items-center rounded-sm', className)}
    >
      {markOnly ? <LogoMark /> : <Logo name={appName} />}
    </Link>
  )
}

/** The mark: a folded persimmon page with an F. */
function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 26 28" width="26" height="28" className="shrink-0">
      <path className="fill-accent" d="M4 0h13l9 9v15a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4Z" />
      <path className="fill-paper" d="M17 0v6a3 3 0 0 0 3 3h6Z" opacity=".42" />
      <path
        className="stroke-on-accent"
        d="M7.5 22V9.5h6M7.5 15.5h8"
        strokeWidth="2.4"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type LogoProps = { name: string }

/** Mark and word. The caller wraps it in a link. */
function Logo({ name }: LogoProps) {
  return (
    <span className="inline-flex min-h-11 items-center gap-2.5 font-display text-[1.5rem]/7 font-[540] tracking-[-0.028em]">
      <LogoMark />
      {name}
    </span>
  )
}

/** The sign-in and sign-up links, for visitors. */
export function VisitorLinks() {
  return (
    <>
      <ButtonLink to="/login" variant="ghost" size="sm">
        Log in
      </ButtonLink>
      <ButtonLink to="/signup" size="sm" className="ms-1 me-2 lg:me-0">
        Sign up
      </ButtonLink>
    </>
  )
}
