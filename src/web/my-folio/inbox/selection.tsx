import { useId, useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'
import { useApi } from '../../use-api.ts'

/** Which items of the Inbox are chosen. All of them may be more than the list has loaded. */
export function useSelection() {
  const api = useApi()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)

  function toggle(id: string) {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  /** All that is in the Inbox now, as the server knows it. */
  async function chooseAll(): Promise<void> {
    if (isAsking) return
    setAsking(true)
    try {
      const { ids } = await api('GET /api/v1/me/inbox/ids')
      setChosen(new Set(ids))
    } catch {
      void toast.error('Error', { description: 'Failed to load products' })
    } finally {
      setAsking(false)
    }
  }

  return {
    chosen,
    isAsking,
    toggle,
    chooseAll,
    clear: () => setChosen(new Set()),
    chooseAgain: (ids: string[]) => setChosen((before) => new Set([...before, ...ids])),
  }
}

type SelectAllProps = {
  chosen: number
  total: number
  /** The whole Inbox is being asked for. */
  busy: boolean
  onAll: () => void
  onNone: () => void
}

/** Chooses the whole Inbox, or nothing of it; mixed while some are chosen. */
export function SelectAll({ chosen, total, busy, onAll, onNone }: SelectAllProps) {
  const id = useId()
  const isAll = chosen > 0 && chosen >= total
  return (
    <div className="flex items-center justify-between gap-3 px-3">
      <div className="flex items-center">
        <Checkbox
          id={id}
          checked={isAll}
          mixed={chosen > 0 && !isAll}
          aria-busy={busy || undefined}
          onChange={isAll ? onNone : onAll}
        />
        <label
          htmlFor={id}
          className="flex min-h-13 cursor-pointer items-center ps-3.5 pe-2 text-small font-semibold"
        >
          Select all
        </label>
      </div>
      <p className="num text-small text-ink-3">
        {chosen.toLocaleString('en-US')} of {total.toLocaleString('en-US')} selected
      </p>
    </div>
  )
}
