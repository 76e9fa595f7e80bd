import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button/button.tsx'

type ButtonAnchorProps = Omit<ComponentProps<'a'>, 'className'> & ButtonLook

/** A link outside the app that looks like a button. */
export function ButtonAnchor({ variant, size, block, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block, className })}>
      {children}
    </a>
  )
}

/** A link inside the app (`to`, `params`, `search`) that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
