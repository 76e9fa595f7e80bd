import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { fullName } from '../../shared/full-name.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Panel } from '../ui/panel.tsx'
import { ShortFollow } from './short-follow.tsx'

type OwnerCardProps = Pick<ComponentProps<typeof ShortFollow>, 'person'>

/** Whose page it is, with Follow; the server's HTML is the same for everyone. */
export const OwnerCard = ({ person }: OwnerCardProps) => (
  <Panel className="flex items-center gap-3">
    <Avatar name={fullName(person)} src={person.avatar_url} size={56} />
    <Link
      to="/$username"
      params={{ username: person.username }}
      className="grid min-h-11 min-w-0 flex-1 content-center rounded-sm"
    >
      <span className="truncate font-semibold">
        <bdi>{fullName(person)}</bdi>
      </span>
      <span className="truncate text-caption text-ink-3">@{person.username}</span>
    </Link>
    <ShortFollow person={person} />
  </Panel>
)
