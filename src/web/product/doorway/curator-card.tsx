import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { counted } from '../../format/count-text.ts'
import { ShortFollow } from '../../people/short-follow.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { DoorwayData, ProductData } from '../product-data.ts'

type CuratorCardProps = { product: ProductData; doorway: DoorwayData | null }

/**
 * Who shared it: their name, words about themselves, Follow, and their lists with it
 * (docs/product/product-page.md#what-it-leads-to).
 */
export const CuratorCard = memo(({ product, doorway }: CuratorCardProps) => {
  const { first_name: firstName, username, avatar_url: avatarUrl } = product.profiles
  const curator = doorway?.curator
  return (
    <Panel flush aria-label="Shared by">
      <div className="flex items-center gap-3 px-4 py-3">
        <Link
          to="/$username"
          params={{ username }}
          className="flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-lg"
        >
          <Avatar name={firstName} src={avatarUrl} size={48} />
          <span className="min-w-0">
            <span className="line-clamp-2 text-small font-semibold wrap-anywhere">Shared by @{username}</span>
            <span className="block text-caption text-ink-3">
              Product curator
              {curator && (
                <span className="num max-lg:hidden"> · {counted(curator.followers_count, 'follower')}</span>
              )}
            </span>
          </span>
        </Link>
        {curator && <ShortFollow person={curator} />}
      </div>
      {curator?.bio && (
        <p dir="auto" className="-mt-1 line-clamp-3 px-4 pb-4 text-small whitespace-pre-line text-ink-2">
          {curator.bio}
        </p>
      )}
      {doorway?.in_lists.map((list) => (
        <a
          key={list.id}
          href={`/${username}/${list.slug}`}
          className="flex min-h-13 items-center gap-3 border-t px-4 py-3 text-small hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <Icon name="listView" />
          <span className="min-w-0 flex-1 truncate">
            In <bdi>{firstName}</bdi>’s list{' '}
            <b className="font-semibold">
              “<bdi>{list.title}</bdi>”
            </b>
          </span>
          <Icon name="chevronRight" size={16} />
        </a>
      ))}
    </Panel>
  )
})
