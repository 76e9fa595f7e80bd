import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'
import { fullName } from '../../shared/full-name.ts'
import { meQuery } from '../api/queries.ts'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { useWaitingLinks } from '../offline/waiting-links.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

/** The signed-in person at the foot of the side navigation. */
export const OwnCard = withQueries(function OwnCard() {
  const me = useMe()
  const name = me ? fullName(me) : 'Profile'
  return (
    <>
      {me?.is_admin && <AdminLink />}
      <PersonCard name={name} username={me?.username} avatarUrl={me?.avatar_url} link={{ to: '/profile' }} />
    </>
  )
})

const NoticesPanel = lazyPart(
  async () => ({ default: (await import('../notices/notices-panel.tsx')).NoticesPanel }),
  {
    isQuiet: true,
  },
)
const ModerationOptions = lazyPart(
  async () => ({ default: (await import('../admin/reports/moderation-options.tsx')).ModerationOptions }),
  { isQuiet: true },
)

const AnswersPanel = lazyPart(
  async () => ({ default: (await import('../notices/answers-panel.tsx')).AnswersPanel }),
  { isQuiet: true },
)

const WaitingLink = lazyPart(
  async () => ({ default: (await import('../notices/waiting-link.tsx')).WaitingLink }),
  { isQuiet: true },
)

const StepsDropPanel = lazyPart(
  async () => ({ default: (await import('../notices/steps-drop-panel.tsx')).StepsDropPanel }),
  { isQuiet: true },
)

/**
 * The notices for the signed-in person: links that wait, the coming removal of their passkeys and apps, unread
 * decisions about them, and answers to their questions.
 */
export const OwnNotices = withQueries(function OwnNotices() {
  const me = useMe()
  const hasWaiting = useWaitingLinks(me?.id ?? '').length > 0
  return (
    <>
      {me && hasWaiting && <WaitingLink userId={me.id} />}
      {me?.steps_drop_at && <StepsDropPanel dropsAt={me.steps_drop_at} />}
      {me?.has_notices && <NoticesPanel />}
      {me?.has_answers && <AnswersPanel />}
    </>
  )
})

/** An admin's controls for the content of a page; nothing for others. */
export const OwnModeration = withQueries((props: ComponentProps<typeof ModerationOptions>) =>
  useMe()?.is_admin ? <ModerationOptions {...props} /> : null,
)

/** The link to the admin's pages, shown to admins only. */
const AdminLink = () => (
  <Link
    to="/admin"
    className="mb-2 flex min-h-11 items-center gap-3 rounded-md px-3 text-nav font-medium text-ink-2 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-[650] aria-[current]:text-ink"
  >
    <Icon name="cabinet" />
    Admin
  </Link>
)

/** The signed-in person's picture in a bar. */
export const OwnAvatar = withQueries(function OwnAvatar() {
  const me = useMe()
  return <AvatarLink name={me ? fullName(me) : ' '} avatarUrl={me?.avatar_url} link={{ to: '/profile' }} />
})

const useMe = () => useQuery(meQuery(useApi())).data

function withQueries<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <QueryScope>
      <Part {...props} />
    </QueryScope>
  )
}

type PersonCardProps = { name: string; username?: string | null; avatarUrl?: string | null; link: LinkProps }

/** The signed-in person at the foot of the side navigation. */
export function PersonCard({ name, username, avatarUrl, link }: PersonCardProps) {
  return (
    <Link {...link} className="flex min-h-11 items-center gap-3 rounded-md px-3">
      <Avatar name={name} src={avatarUrl} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-small font-semibold">
          <bdi>{name}</bdi>
        </span>
        {username !== null && (
          // Its line keeps its space while it loads.
          <span className="block truncate text-caption text-ink-3">
            {username ? `@${username}` : '\u00a0'}
          </span>
        )}
      </span>
    </Link>
  )
}

type AvatarLinkProps = { name: string; avatarUrl?: string | null; label?: string; link: LinkProps }

/** The signed-in person's picture in a top bar. */
export function AvatarLink({ name, avatarUrl, label = 'Profile', link }: AvatarLinkProps) {
  return (
    <Link
      {...link}
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
    >
      <Avatar name={name} src={avatarUrl} size={30} />
    </Link>
  )
}
