import clsx from 'clsx'
import type { ReactNode } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { coverSizes } from '../../../shared/pictures/cover-sizes.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { ProfileData } from '../profile/load-profile.ts'
import { Links } from './parts.tsx'

type StorefrontHeadProps = {
  profile: ProfileData
  /** What takes the place of the cover while it is arranged. */
  cover?: ReactNode
  links?: ReactNode
  /** The buttons, each in its place of the grid. */
  children: ReactNode
}

/** The person at the head of their storefront: cover, face, words, links (docs/product/storefront.md#head). */
export function StorefrontHead({ profile, cover, links, children }: StorefrontHeadProps) {
  const { cover_url: src, bio, username } = profile
  const name = fullName(profile)
  const shown = cover ?? (src && <Cover src={src} />)
  return (
    <>
      {shown}
      <div className={clsx('front', shown ? 'front-covered' : 'pt-6 lg:pt-0')}>
        <Avatar name={name} src={profile.avatar_url} size={96} className="front-face" />
        <div className="stack gap-2.5 pt-3 [grid-area:words] lg:pt-2.5">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h1 className="t-title wrap-anywhere">
              <bdi>{name}</bdi>
            </h1>
            <p className="text-small text-ink-3">@{username}</p>
          </div>
          {bio && (
            <p dir="auto" className="max-w-[58ch] wrap-anywhere whitespace-pre-line text-ink-2">
              {bio}
            </p>
          )}
          {links ?? <Links links={profile.links} />}
        </div>
        {children}
      </div>
    </>
  )
}

/** The frame of the cover: from edge to edge on a phone. */
export const coverClass =
  'relative -mx-gutter block h-36 overflow-hidden bg-sunken lg:mx-0 lg:h-50 lg:rounded-[20px] lg:ring-1 lg:ring-line'

type CoverProps = { src: string }

/** An own picture, of which a phone shows the middle. */
export const Cover = ({ src }: CoverProps) => (
  <span className={coverClass}>
    <img
      src={src}
      srcSet={coverSizes(src, 1)}
      sizes="(min-width: 75rem) 70rem, (min-width: 36rem) 100vw, 36rem"
      alt=""
      width={1600}
      height={400}
      fetchPriority="high"
      decoding="async"
      className="size-full object-cover lg:object-[50%_70%]"
    />
  </span>
)
