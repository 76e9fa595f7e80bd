import type { ReactNode } from 'react'

type ShelfProps = { title: string; children: ReactNode }

/** Parts of one kind, under their heading. */
export function Shelf({ title, children }: ShelfProps) {
  return (
    <section className="stack min-w-0 gap-4" aria-label={title}>
      <h2 className="t-heading">{title}</h2>
      {children}
    </section>
  )
}

type SpecimenProps = { name: string; children: ReactNode }

/** One part in one or a few states, with a caption. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <div data-specimen={name} className="stack min-w-0 gap-2">
      <p className="text-caption text-ink-2">{name}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}

/** A part that is as wide as its column. */
export const Wide = ({ children }: { children: ReactNode }) => (
  <div className="w-full max-w-100">{children}</div>
)

/** For the handlers of parts that are only shown. */
export const nothing = () => {}

export const longText =
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen, the one with the very long name that nobody can break'
