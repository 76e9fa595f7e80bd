import { type RefObject, useEffect, useState } from 'react'

/** Loading starts one screen before an element is scrolled to. */
const rootMargin = '400px 0px'

/** True from the moment an element comes near the visible part of the page; for data that few scroll down to. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
