import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** The key of the history entry that a screen was opened under, the same after going back to it; none on the server. */
export function useHistoryEntry(): string | undefined {
  const router = useRouter()
  return useState(() =>
    typeof window === 'undefined' ? undefined : router.latestLocation.state.__TSR_key,
  )[0]
}
