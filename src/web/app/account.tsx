import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { VisitorLinks } from '../shell/links.tsx'
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

/** What admins can do about the content of a page; for others it is neither shown nor loaded. */
export const ModerationForAdmins = (props: ComponentProps<typeof OwnModeration>) => (
  <ForPerson person={<OwnModeration {...props} />}>{null}</ForPerson>
)

/** The notices of decisions about the signed-in person, above the page, until they have read them (decision 51). */
export const NoticesForPerson = () => <ForPerson person={<OwnNotices />}>{null}</ForPerson>

/**
 * The class of elements for visitors. The head script marks the document of a signed-in person before anything is
 * drawn.
 */
export const forVisitors = 'in-data-session:hidden'

/** The end of a bar: the person's picture, or the sign-in links. */
export function AccountInBar() {
  return (
    <div className="min-w-11">
      <ForPerson person={<OwnAvatar />}>
        <div className={`flex items-center gap-1 ${forVisitors}`}>
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
