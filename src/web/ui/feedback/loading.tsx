import clsx from 'clsx'
import type { ReactNode } from 'react'

const sizes = { sm: 'size-5 border-2', md: 'size-6 border-[3px]', lg: 'size-10 border-[3px]' }

const tones = {
  accent: 'border-line border-t-accent',
  /** On a filled button: the button's own text colour. */
  current: 'border-current/25 border-t-current',
}

type SpinnerProps = { size?: keyof typeof sizes; tone?: keyof typeof tones; label?: string }

/** A spinner. With a label it is announced; without one the text beside it speaks. */
export function Spinner({ size = 'lg', tone = 'accent', label }: SpinnerProps) {
  const ring = (
    <span aria-hidden="true" className={clsx('block animate-spin rounded-full', sizes[size], tones[tone])} />
  )
  if (!label) return ring
  return (
    <span role="status" className="inline-block">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  )
}

type SkeletonProps = { className: string }

/** One grey box with a passing shimmer; the caller sets its size and corner. */
export function Skeleton({ className }: SkeletonProps) {
  return <div className={clsx('skeleton', className)} />
}

type LoadingSkeletonProps = { label: string; className?: string; children: ReactNode }

/** Skeletons of what loads: announced once by `label`, and hidden from screen readers themselves. */
export function LoadingSkeleton({ label, className, children }: LoadingSkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  )
}
