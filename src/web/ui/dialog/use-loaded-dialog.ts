import { type ComponentType, useCallback, useState } from 'react'
import { offlineMessage } from '../../browser/connection.ts'
import { prepareToasts, toast } from '../feedback/toast.ts'

/**
 * A dialog whose file is loaded when it is opened. `Dialog` is null while it is closed. A file that does not load is
 * reported by a toast; the next `open` tries again.
 */
export function useLoadedDialog<Props>() {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null)
  const open = useCallback(async (load: () => Promise<ComponentType<Props>>) => {
    prepareToasts()
    try {
      const loaded = await load()
      setDialog(() => loaded)
    } catch {
      await toast.error('Error', { description: offlineMessage })
    }
  }, [])
  const close = useCallback(() => setDialog(null), [])
  return { Dialog, open, close }
}
