import { useEffect, useRef, useState } from 'react'
import type { Me } from '../account/profile/profile-fields.ts'
import { Button } from '../ui/button/button.tsx'
import { Address } from './address.tsx'
import { HandleForm } from './handle-form.tsx'
import { Step } from './step.tsx'

/** How the person's handle was made. */
export type Handle = NonNullable<Me['first_steps']>['handle']

type HandleStepProps = { me: Me; handle: Handle; isNext: boolean }

/**
 * The step about the handle: done where one was made from the names, which can be changed in place. Where none could be
 * made, it is asked for.
 */
export function HandleStep({ me, handle, isNext }: HandleStepProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const isMissing = handle === 'stand_in'

  return (
    <Step
      number={1}
      title={isMissing ? 'Choose your handle' : 'Your handle'}
      note={isMissing ? 'We could not make one from your name.' : !isOpen && <Address handle={me.username} />}
      isDone={!isMissing}
      isNext={isNext}
      action={
        !isOpen && (
          <Button
            ref={opener}
            size="sm"
            variant={isMissing ? 'ink' : 'ghost'}
            className={isMissing ? undefined : '-me-3'}
            onClick={() => setOpen(true)}
          >
            {isMissing ? 'Choose' : 'Change'}
            {!isMissing && <span className="sr-only"> your handle</span>}
          </Button>
        )
      }
    >
      {isOpen && (
        <HandleForm own={me.username} first={isMissing ? '' : me.username} onClose={() => setOpen(false)} />
      )}
    </Step>
  )
}
