import clsx from 'clsx'
import { useState } from 'react'
import { initials } from '../../shared/full-name.ts'

const sizes = {
  28: 'size-7 text-[0.7rem]',
  30: 'size-7.5 text-[0.75rem]',
  36: 'size-9 text-[0.9rem]',
  40: 'size-10 text-body',
  44: 'size-11 text-[1.1rem]',
  48: 'size-12 text-[1.2rem]',
  56: 'size-14 text-[1.4rem]',
  80: 'size-20 text-[2rem]',
  96: 'size-24 text-[2.4rem]',
}

type AvatarProps = { name: string; src?: string | null; size?: keyof typeof sizes; className?: string }

/** A person's picture, or their initials. The name stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, src, size = 40, className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const look = clsx('shrink-0 rounded-full', sizes[size], className)
  if (!src || src === failedSrc) {
    return (
      <span
        aria-hidden="true"
        className={clsx(
          look,
          'grid place-items-center bg-neutral-soft font-display leading-none font-[540] text-ink-2',
        )}
      >
        {initials(name)}
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={clsx(look, 'bg-sunken object-cover')}
    />
  )
}
