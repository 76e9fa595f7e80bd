import { useRef, useState } from 'react'

/** Whether Shift was held at a press of the mouse or a key: all up to here are meant. */
export const isWithShift = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true

/**
 * Which of a list's items are chosen, `ids` being those that are listed, in their order. With `isRange` all from the last
 * one pressed to this one become what this one becomes, as people know it from mails and tables.
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

/** Both and what stands between them; the second alone where the first is not listed any more. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const positions = [ids.indexOf(one), ids.indexOf(other)]
  const [from = -1, to = -1] = positions.toSorted((a, b) => a - b)
  return from < 0 ? [other] : ids.slice(from, to + 1)
}
