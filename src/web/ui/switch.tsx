type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its change is under way: it keeps the focus and does nothing when pressed. */
  busy?: boolean
}

/** Turns something on or off at once. */
export function Switch({ label, checked, onChange, busy = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onChange(!checked)}
      className="relative h-[26px] w-11 shrink-0 rounded-full bg-field transition-colors duration-200 before:absolute before:start-[3px] before:top-[3px] before:size-5 before:rounded-full before:bg-well before:transition-[translate] before:duration-200 before:ease-out after:absolute after:-inset-x-1 after:-inset-y-[9px] aria-checked:bg-ink aria-checked:before:translate-x-[18px] aria-checked:before:bg-on-ink aria-disabled:cursor-progress in-[[dir=rtl]]:aria-checked:before:-translate-x-[18px] forced-colors:border"
    />
  )
}
