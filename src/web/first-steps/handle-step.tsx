import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Me } from '../account/profile/profile-fields.ts'
import { handleStep, useHandleStep } from '../session/first-steps.ts'
import { Button } from '../ui/button/button.tsx'
import { Address } from './address.tsx'
import { HandleForm } from './handle-form.tsx'
import { Step } from './step.tsx'
import { useChosenHandle } from './use-chosen-handle.ts'

/** How the person's handle was made. */
export type Handle = NonNullable<Me['first_steps']>['handle']

type HandleStepProps = { me: Me; handle: Handle }

/**
 * The step about the handle: the one made at sign-up is confirmed, or another one is chosen in place. Where none could
 * be made from the names, it is asked for.
 */
export function HandleStep({ me, handle }: HandleStepProps) {
  const isOpen = useHandleStep()
  const [isPressed, setPressed] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = useChosenHandle()
  const isStandIn = handle === 'stand_in'

  function open() {
    setPressed(true)
    handleStep.open()
  }

  function close() {
    flushSync(handleStep.close)
    opener.current?.focus()
  }

  return (
    <Step
      title={isStandIn ? 'Choose your handle' : 'Your handle'}
      note={isStandIn ? 'We could not make one from your name.' : !isOpen && <Address handle={me.username} />}
      isDone={handle === 'chosen'}
      actions={
        !isOpen && (
          <>
            <Button ref={opener} size="sm" variant={isStandIn ? 'ink' : 'quiet'} onClick={open}>
              {isStandIn ? 'Choose' : 'Change'}
            </Button>
            {!isStandIn && (
              <Button
                size="sm"
                busy={chosen.isBusy}
                onClick={() => void chosen.run({ username: me.username })}
              >
                Keep it
              </Button>
            )}
          </>
        )
      }
    >
      {isOpen && (
        <HandleForm
          own={me.username}
          first={isStandIn ? '' : me.username}
          chosen={chosen}
          takesFocus={isPressed}
          onClose={close}
        />
      )}
    </Step>
  )
}
