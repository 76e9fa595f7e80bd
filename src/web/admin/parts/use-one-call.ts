import { useRef, useState } from 'react'
import { withStepUp } from '../../account/two-step/proof.ts'

/**
 * Makes one call at a time: `make` does nothing while another call is under way, which `work` names. Where the server
 * requires the second step, it is asked for and the call is made again.
 */
export function useOneCall<Work extends string>() {
  const [work, setWork] = useState<Work | null>(null)
  const isUnderWay = useRef(false)

  /** Resolves to whether the call succeeded; `onFailure` receives the error. */
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
