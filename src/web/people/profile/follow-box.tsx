import { type ButtonLook, buttonClass } from '../../ui/button/button.tsx'

/** Wide enough for each label, so that a change of label does not move the figures. */
export const followBoxClass = 'min-h-11 min-w-28 shrink-0 lg:min-h-12 lg:min-w-32'

/** The same beside a name. */
export const shortFollowClass = 'min-w-24 shrink-0'

type DisabledButtonProps = Omit<ButtonLook, 'variant'> & { children: string }

/** Replaces Follow with a disabled button: 'Loading...' while the state is loading, 'You' on the own profile. */
export function DisabledButton({ children, ...look }: DisabledButtonProps) {
  return (
    <button type="button" disabled className={buttonClass({ variant: 'ink', ...look })}>
      {children}
    </button>
  )
}
