import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '../../shared/time.ts'
import { counted } from '../format/count-text.ts'

/** Numbers may change every few seconds; screen readers announce them at most this often, in milliseconds. */
const everyMs = minuteMs

type ClickNewsProps = { count: number }

/** Announces new clicks to screen readers, at most once in a while. */
export function ClickNews({ count }: ClickNewsProps) {
  const [news, setNews] = useState('')
  const announced = useRef(count)
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  }, [count])
  useEffect(() => {
    const timer = setInterval(() => {
      const added = latest.current - announced.current
      announced.current = latest.current
      if (added > 0)
        setNews(
          `${counted(added, 'new click', 'new clicks')}, ${announced.current.toLocaleString('en-US')} in all`,
        )
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
