import { Link, type LinkProps } from '@tanstack/react-router'
import { Avatar } from '../ui/avatar.tsx'

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
