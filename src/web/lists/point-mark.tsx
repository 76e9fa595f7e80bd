import clsx from 'clsx'
import type { ListCardData } from './list-data.ts'

/** A place on a look's photo, in ten-thousandths of its width and height. */
export type Point = ListCardData['points'][number]

type PointMarkProps = {
  point: Point
  radius: number
  isChosen?: boolean
  /** Its card is shown from the start, on a phone. */
  isInitial?: boolean
  className?: string
  children: number
}

/** A point with its number, drawn inside an `<svg>` that covers the photo. */
export function PointMark({
  point,
  radius,
  isChosen = false,
  isInitial = false,
  className,
  children,
}: PointMarkProps) {
  const [x, y] = [`${point.x / 100}%`, `${point.y / 100}%`]
  return (
    <g
      data-chosen={isChosen ? '' : undefined}
      data-initial={isInitial ? '' : undefined}
      className={clsx('point-mark', className)}
    >
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y}>
        {children}
      </text>
    </g>
  )
}
