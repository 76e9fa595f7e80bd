import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * What stands behind `#` in the address; empty where nothing does, and null until the page is taken over: no server is
 * told it.
 */
export function useFragment(): string | null {
  const inRouter = useLocation({ select: ({ hash }) => hash })
  const [fragment, setFragment] = useState<string | null>(null)
  useEffect(() => setFragment(inRouter || window.location.hash.slice(1)), [inRouter])
  return fragment
}
