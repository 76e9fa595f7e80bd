import clsx from 'clsx'

type StepMarksProps = { current: number; total: number }

/** Short strokes, one a step, inked up to the current one. */
export function StepMarks({ current, total }: StepMarksProps) {
  const steps = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div role="img" aria-label={`Step ${current} of ${total}`} className="flex gap-1">
      {steps.map((step) => (
        <span
          key={step}
          className={clsx('h-[3px] w-5 rounded-[2px]', step <= current ? 'bg-ink' : 'bg-line-strong')}
        />
      ))}
    </div>
  )
}
