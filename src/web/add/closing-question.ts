import { type AddState, hasTypedWork } from './add-flow.ts'
import { countLines } from './bulk/bulk-flow.ts'

/** What to ask before the dialog is closed; null where nothing would be lost or stopped. */
export function questionBeforeClosing(state: AddState) {
  const { step } = state
  if (step.name === 'bulk' && step.running) {
    const { over, total } = countLines(step.lines)
    return {
      title: 'Stop posting?',
      description: `${over} of ${total} links are done. The others are kept in this tab and offered again.`,
      confirmLabel: 'Stop',
      cancelLabel: 'Keep going',
    }
  }
  if (!hasTypedWork(state)) return null
  return {
    title: 'Discard this item?',
    description: 'It has not been posted. What you typed will be lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
  }
}
