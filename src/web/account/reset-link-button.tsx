import { Button } from '../ui/button.tsx'
import { useCooldown } from './use-cooldown.ts'

type ResetLinkButtonProps = { busy: boolean; type?: 'submit'; onClick?: () => void }

/** Sends a reset link; afterwards it counts the seconds until it may be pressed again (spec section 4). */
export function ResetLinkButton({ busy, type, onClick }: ResetLinkButtonProps) {
  const seconds = useCooldown()
  return (
    <Button
      type={type}
      variant="primary"
      size="lg"
      block
      busy={busy}
      disabled={seconds > 0}
      onClick={onClick}
    >
      <span className="tabular-nums">{seconds > 0 ? `Resend in ${seconds}s` : 'Send reset link'}</span>
    </Button>
  )
}
