import clsx from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-neutral-soft text-ink-2',
  good: 'bg-money-soft text-money',
  waiting: 'bg-amber-soft text-amber',
  accent: 'bg-accent-soft text-accent-text',
  line: 'text-ink-2 inset-ring inset-ring-line-strong',
}

type BadgeProps = { tone?: keyof typeof tones; children: ReactNode }

/** A small state in a word. The word says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-xs px-[7px] text-micro font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
