import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type StepHeadingProps = {
  /** Id of a text to be read with the heading. */
  describedBy?: string
  look?: 't-title' | 't-heading'
  children: ReactNode
}

/** A step's heading, the dialog's name meanwhile. The focus moves to it, since what had it went with the last step. */
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
