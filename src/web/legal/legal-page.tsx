import type { ReactNode } from 'react'
import { PublicScreen } from '../app/public-screen.tsx'

type LegalPageProps = { title: string; children: ReactNode }

/** A page of plain text, which may be read in the middle of signing up. */
export function LegalPage({ title, children }: LegalPageProps) {
  return (
    <PublicScreen keep="all">
      <article className="stack mx-auto max-w-[65ch] gap-8 pt-6 lg:pt-2">
        <h1 className="t-display">{title}</h1>
        {children}
      </article>
    </PublicScreen>
  )
}

type LegalPartProps = { title: string; children: ReactNode }

/** One heading with its paragraphs and lists. */
export function LegalPart({ title, children }: LegalPartProps) {
  return (
    <section className="stack gap-3">
      <h2 className="t-heading">{title}</h2>
      {children}
    </section>
  )
}

/** A list of points, one below the other. */
export function LegalList({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-2 ps-5">{children}</ul>
}
