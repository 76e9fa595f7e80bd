import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '../ui/button/icon.tsx'

type TileProps = Omit<ComponentProps<'a'>, 'className' | 'children' | 'title'> & {
  title: string
  caption: string
  picture: ReactNode
  /** A place that is not taken yet. */
  muted?: boolean
}

function TileAnchor({ title, caption, picture, muted = false, ...rest }: TileProps) {
  return (
    <a {...rest} className="group grid rounded-lg">
      {picture}
      <span className="grid px-0.5 pt-2.5">
        <span
          dir="auto"
          className={clsx(
            't-sub truncate group-hover:underline group-hover:decoration-line-strong group-hover:underline-offset-4',
            muted && 'text-ink-3',
          )}
        >
          {title}
        </span>
        <span className="num text-caption text-ink-3">{caption}</span>
      </span>
    </a>
  )
}

/** A tile of the collection: a picture, a name and how much is in it; a link inside the app. */
export const Tile = createLink(TileAnchor)

const grounds = {
  card: 'bg-card text-ink-3 shadow-card ring-1 ring-line',
  filled: 'bg-neutral-soft text-ink-2',
  line: 'text-ink-3 inset-ring inset-ring-line',
  dashed: 'border-[1.5px] border-dashed border-line-strong',
}

type TileIconProps = { icon: IconName; ground: keyof typeof grounds }

/** The picture of a tile that has no products to show. */
export function TileIcon({ icon, ground }: TileIconProps) {
  return (
    <span className={clsx('grid aspect-4/3 place-items-center rounded-lg', grounds[ground])}>
      <Icon name={icon} size={24} />
    </span>
  )
}
