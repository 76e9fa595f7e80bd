import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type StepHeadingProps = {
  /** The id of a text to be read with the heading. */
  describedBy?: string
  look?: 't-title' | 't-heading'
  children: ReactNode
}

/**
 * A step's heading, which is the dialog's name meanwhile. The focus moves to it, since the last step's focused element
 * is gone.
 */
export function StepHeading({ describedBy, look = 't-title', children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Radix.Title
      ref={heading}
      tabIndex={-1}
      aria-describedby={describedBy}
      className={clsx(look, 'outline-none')}
    >
      {children}
    </Radix.Title>
  )
}
