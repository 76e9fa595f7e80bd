type ProgressBarProps = {
  label: string
  /** In percent; null while it is not known how much there is. */
  percent: number | null
  /** The same in words. */
  text: string
}

/** How far something is. */
export function ProgressBar({ label, percent, text }: ProgressBarProps) {
  const isKnown = percent !== null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={text || undefined}
      className="h-2 overflow-hidden rounded-full bg-neutral-soft inset-ring inset-ring-line-strong"
    >
      {isKnown ? (
        <div
          className="h-full rounded-full bg-ink transition-[width] duration-200 forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        />
      ) : (
        <div className="skeleton h-full" />
      )}
    </div>
  )
}
