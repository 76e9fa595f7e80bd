import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '../../shared/time.ts'
import { counted } from '../count-text.ts'

/** Numbers may change every few seconds; whoever hears them is told at most this often. */
const everyMs = minuteMs

type ClickNewsProps = { count: number }

/** Tells screen readers of new clicks, now and then. */
export function ClickNews({ count }: ClickNewsProps) {
  const [news, setNews] = useState('')
  const told = useRef(count)
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  }, [count])
  useEffect(() => {
    const timer = setInterval(() => {
      const added = latest.current - told.current
      told.current = latest.current
      if (added > 0)
        setNews(
          `${counted(added, 'new click', 'new clicks')}, ${told.current.toLocaleString('en-US')} in all`,
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
