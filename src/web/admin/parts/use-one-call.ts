import { useRef, useState } from 'react'
import { withStepUp } from './step-up.tsx'

/**
 * One call at a time: what is asked for while another is under way is not begun. `work` is what is under way. One that acts
 * on money may ask for the second step in between, and is then made again.
 */
export function useOneCall<Work extends string>() {
  const [work, setWork] = useState<Work | null>(null)
  const isUnderWay = useRef(false)

  /** Tells whether it was done; `onFailure` is given what went wrong. */
  async function make(
    next: Work,
    call: () => Promise<void>,
    onFailure: (error: unknown) => Promise<void> | void,
  ): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setWork(next)
    try {
      await withStepUp(call)
      return true
    } catch (error) {
      await onFailure(error)
      return false
    } finally {
      isUnderWay.current = false
      setWork(null)
    }
  }

  return { work, isBusy: work !== null, make }
}
