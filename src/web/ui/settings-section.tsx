import { type ReactNode, useId } from 'react'

type SettingsSectionProps = {
  title: string
  note?: ReactNode
  /** The id that an address with `#` leads to. */
  anchor?: string
  children: ReactNode
}

/** A part of the settings: heading, a sentence, and its controls. */
export function SettingsSection({ title, note, anchor, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="stack scroll-mt-20 gap-4">
      <div className="stack gap-1">
        <h2 id={id} className="t-heading">
          {title}
        </h2>
        {note && <p className="text-small text-ink-2">{note}</p>}
      </div>
      {children}
    </section>
  )
}
