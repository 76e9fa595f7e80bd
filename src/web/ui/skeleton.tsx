import clsx from 'clsx'

type SkeletonProps = { className: string }

/** One grey box with a passing shimmer; its size and corner are the caller's. */
export function Skeleton({ className }: SkeletonProps) {
  return <div className={clsx('skeleton', className)} />
}
