import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { SavedLink } from '../saved/saved-link.tsx'
import { useSession } from '../session/session.ts'
import { VisitorLinks } from '../shell/links.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const OwnAvatar = lazyPart(async () => ({ default: (await import('./own-card.tsx')).OwnAvatar }), {
  isQuiet: true,
})

const OwnNotices = lazyPart(async () => ({ default: (await import('./own-card.tsx')).OwnNotices }), {
  isQuiet: true,
})

const OwnModeration = lazyPart(async () => ({ default: (await import('./own-card.tsx')).OwnModeration }), {
  isQuiet: true,
})

/** An admin's controls for the content of a page; others neither see nor load them. */
export const ModerationForAdmins = (props: ComponentProps<typeof OwnModeration>) => (
  <ForPerson person={<OwnModeration {...props} />}>{null}</ForPerson>
)

/** Notices of decisions about the signed-in person, above the page, until they have read them (decision 51). */
export const NoticesForPerson = () => <ForPerson person={<OwnNotices />}>{null}</ForPerson>

/**
 * The class of elements for visitors. The head script marks the document of a signed-in person before anything is
 * drawn.
 */
const forVisitors = 'in-data-session:hidden'

/** The end of a bar: the person's picture, or the sign-in links. */
export function AccountInBar() {
  return (
    <div className="min-w-11">
      <ForPerson person={<OwnAvatar />}>
        <div className={`flex items-center gap-1 narrow-links ${forVisitors}`}>
          <SavedLink />
          <VisitorLinks />
        </div>
      </ForPerson>
    </div>
  )
}

type ForPersonProps = { person: ReactNode; children: ReactNode }

/** Shows `person` to a signed-in person, and `children` to a visitor. */
export function ForPerson({ person, children }: ForPersonProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return children
  return <Fragment key={session.userId}>{person}</Fragment>
}

const OwnCard = lazyPart(async () => ({ default: (await import('./own-card.tsx')).OwnCard }), {
  waiting: PersonSkeleton,
  isQuiet: true,
})

const OwnUnread = lazyPart(
  async () => ({ default: (await import('../news/unread-badge.tsx')).UnreadBadge }),
  { isQuiet: true },
)

/** How many news the signed-in person has not read, beside the bell of the side navigation. */
export const UnreadForPerson = () => <ForPerson person={<OwnUnread className="ms-auto" />}>{null}</ForPerson>

/** The foot of the side navigation: the person's card, or the sign-in links. */
export function AccountFoot() {
  return (
    <ForPerson person={<OwnCard />}>
      <div className={`grid grid-cols-[auto_1fr_1fr] items-center gap-1 [&_a]:px-2 ${forVisitors}`}>
        <SavedLink />
        <ButtonLink to="/login" variant="ghost" size="sm">
          Log in
        </ButtonLink>
        <ButtonLink to="/signup" size="sm">
          Sign up
        </ButtonLink>
      </div>
    </ForPerson>
  )
}

function PersonSkeleton() {
  return (
    <div aria-hidden="true" className="flex min-h-11 items-center gap-3 px-3">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-1.5">
        <Skeleton className="h-3.5 rounded-xs" />
        <Skeleton className="h-3 w-2/3 rounded-xs" />
      </div>
    </div>
  )
}
