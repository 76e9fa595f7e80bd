import { toast } from '../../ui/feedback/toast.ts'

/** What is saved at once: a cover, or links. */
export type HeadChange = { cover_url: string | null } | { links: string[] }

/** Says what has been done, with how to undo it. */
export const sayDone = (title: string, undo: () => void) =>
  void toast.success(title, { action: { label: 'Undo', onPress: undo } })
