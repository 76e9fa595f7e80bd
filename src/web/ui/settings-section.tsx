import { type ReactNode, useEffect, useId, useRef } from 'react'

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
  const section = useRef<HTMLElement>(null)
  // It may be drawn long after the address was opened, so that neither browser nor router scrolls to it.
  useEffect(() => {
    if (anchor && window.location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor])
  return (
    <section ref={section} id={anchor} aria-labelledby={id} className="stack scroll-mt-20 gap-4">
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
