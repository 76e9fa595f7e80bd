import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { VisitorLinks } from '../shell/links.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'

const OwnAvatar = deferredPart(() => import('./own-card.tsx').then((script) => script.OwnAvatar), {
  isQuiet: true,
})

const OwnNotices = deferredPart(() => import('./own-card.tsx').then((script) => script.OwnNotices), {
  isQuiet: true,
})

const OwnModeration = deferredPart(() => import('./own-card.tsx').then((script) => script.OwnModeration), {
  isQuiet: true,
})

/** What admins can do about what a page shows; nobody else has any of it, nor loads it. */
export const ModerationForAdmins = (props: ComponentProps<typeof OwnModeration>) => (
  <ForPerson person={<OwnModeration {...props} />}>{null}</ForPerson>
)

/** What was decided of the person who is signed in, above the page, until they have read it (decision 67). */
export const NoticesForPerson = () => <ForPerson person={<OwnNotices />}>{null}</ForPerson>

/** For visitors. The head script marks the document of whoever is signed in before anything is drawn. */
export const forVisitors = 'in-data-session:hidden'

/** The end of a bar: the person's picture, or the ways in. */
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

/** What the app shows of a signed-in person, and of a visitor. */
export function ForPerson({ person, children }: ForPersonProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return children
  return <Fragment key={session.userId}>{person}</Fragment>
}
