import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Icon, type IconName, LineIcon } from '../button/icon.tsx'

type ListAnchorProps = Omit<ComponentProps<'a'>, 'className'> &
  // A sign that only a part of the app has is given by its path.
  ({ icon: IconName; sign?: never } | { sign: string; icon?: never })

function ListAnchor({ icon, sign, href, children, ...rest }: ListAnchorProps) {
  return (
    <a
      {...rest}
      href={href}
      className="flex min-h-13 items-center gap-3 p-3 text-small font-semibold -outline-offset-2 enabled-hover:bg-sunken"
    >
      {icon ? <Icon name={icon} /> : <LineIcon path={sign ?? ''} />}
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="chevronRight" size={16} />
    </a>
  )
}

/** A row of a list that leads somewhere inside the app. */
export const ListLink = createLink(ListAnchor)
