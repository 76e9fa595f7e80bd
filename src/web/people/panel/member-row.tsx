import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Followable } from '../people-queries.ts'

type MemberRowProps = {
  person: Followable
  /** The line under the name: '@username', or the number of followers. */
  note: string
  /** The follow button, at the end. */
  action: ReactNode
}

/** One person in a list; picture and name link to their profile. */
export function MemberRow({ person, note, action }: MemberRowProps) {
  const name = fullName(person)
  return (
    <li className="flex min-h-16 items-center gap-3">
      <Link
        to="/$username"
        params={{ username: person.username }}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md"
      >
        <Avatar name={name} src={person.avatar_url} size={44} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-small font-semibold text-balance wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          <span className="num block truncate text-caption text-ink-3">{note}</span>
        </span>
      </Link>
      {action}
    </li>
  )
}

/** '1 follower', '1,204 followers'. */
export const followersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'follower' : 'followers'}`
