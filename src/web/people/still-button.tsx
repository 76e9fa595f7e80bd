import { type ButtonLook, buttonClass } from '../ui/button/button.tsx'

type StillButtonProps = Omit<ButtonLook, 'variant'> & { children: string }

/** Stands where Follow would, and cannot be pressed: 'Loading...' while the state is checked, 'You' on oneself. */
export function StillButton({ children, ...look }: StillButtonProps) {
  return (
    <button type="button" disabled className={buttonClass({ variant: 'ink', ...look })}>
      {children}
    </button>
  )
}
