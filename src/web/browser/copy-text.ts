/**
 * Copies text to the clipboard. The clipboard API needs a secure context; on a plain http address of the local network
 * the old `execCommand` still works. Rejects when neither does.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else if (!copyBySelection(text)) throw new Error('Copying was refused')
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'fixed top-0 opacity-0'
  // An open dialog traps the focus, so that nothing outside it can be selected.
  const parent = focused?.closest('[role="dialog"]') ?? document.body
  parent.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
