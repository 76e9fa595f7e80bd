import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../../ui/button/icon.tsx'

type WayProps = Omit<ComponentProps<'a'>, 'className' | 'children' | 'title'> & {
  title: string
  caption: string
  icon: IconName
  /** It leads out of the collection. */
  isDashed?: boolean
}

function WayAnchor({ title, caption, icon, isDashed, ...rest }: WayProps) {
  return (
    <a
      {...rest}
      className={clsx(
        'group flex min-h-18 items-center gap-3 rounded-lg px-4 py-3',
        isDashed ? 'border-[1.5px] border-dashed border-line-strong' : 'surface',
      )}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-neutral-soft text-ink-2">
        <Icon name={icon} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="t-sub group-hover:underline group-hover:decoration-line-strong group-hover:underline-offset-4">
          {title}
        </span>
        <span className="text-caption text-ink-3">{caption}</span>
      </span>
      <Icon name="chevronRight" size={16} className="text-ink-3" />
    </a>
  )
}

const Way = createLink(WayAnchor)

export const InboxWay = () => (
  <Way to="/inbox" title="Inbox" caption="Organize later: it waits here" icon="inbox" />
)

export const ListsWay = () => (
  <Way to="/my-folio/lists" title="Lists" caption="Things together, in your order" icon="listView" />
)

export const CommunityWay = () => (
  <Way to="/feed" title="Community" caption="See what others share" icon="feed" isDashed />
)
