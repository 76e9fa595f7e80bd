import { useEffect } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { organizationMissing, shownProblems } from './fields.ts'

/**
 * Says 'Required' at each refused attempt that had neither a category nor the Inbox, until one is chosen or the form is
 * gone.
 */
export function useRequiredToast({ refusal, fields }: Parameters<typeof shownProblems>[0]): void {
  const isMissing = shownProblems({ refusal, fields }).category_id === organizationMissing
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal says it again
  useEffect(() => {
    if (!isMissing) return
    const shown = toast.error('Required', { description: organizationMissing })
    return () => void shown.then((dismiss) => dismiss())
  }, [refusal, isMissing])
}
