import { useRef, useState } from 'react'

/** Whether Shift was held at a press of the mouse or a key, which chooses a range. */
export const isWithShift = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true

/**
 * Which items of a list are chosen; `ids` are the listed ones, in order. With `isRange` all items from the last one
 * pressed to this one get the state of this one, as in mail programs and tables.
 */
export function useChosen(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)

  function toggle(id: string, isRange = false) {
    const meant = isRange && last.current !== null ? between(ids, last.current, id) : [id]
    last.current = id
    setChosen((before) => {
      const next = new Set(before)
      for (const one of meant) {
        if (before.has(id)) next.delete(one)
        else next.add(one)
      }
      return next
    })
  }

  function choose(those: Iterable<string>) {
    last.current = null
    setChosen(new Set(those))
  }

  return {
    chosen,
    toggle,
    choose,
    clear: () => choose([]),
    chooseAgain: (those: readonly string[]) => setChosen((before) => new Set([...before, ...those])),
  }
}

/** Both ids and those between them; only the second where the first is no longer listed. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const positions = [ids.indexOf(one), ids.indexOf(other)]
  const [from = -1, to = -1] = positions.toSorted((a, b) => a - b)
  return from < 0 ? [other] : ids.slice(from, to + 1)
}
