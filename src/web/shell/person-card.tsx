import { Link, type LinkProps } from '@tanstack/react-router'
import { Avatar } from '../ui/avatar.tsx'

type PersonCardProps = { name: string; username?: string | null; avatarUrl?: string | null; link: LinkProps }

/** Who is signed in, at the foot of the side navigation. */
export function PersonCard({ name, username, avatarUrl, link }: PersonCardProps) {
  return (
    <Link {...link} className="flex min-h-11 items-center gap-3 rounded-md px-3">
      <Avatar name={name} src={avatarUrl} size={36} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-small font-semibold">
          {name}
        </span>
        {username && <span className="block truncate text-caption text-ink-3">@{username}</span>}
      </span>
    </Link>
  )
}
