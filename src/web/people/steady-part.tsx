import type { ReactNode } from 'react'
import { rememberHeight } from './panel/panel-parts.tsx'

const parts = {
  followed: { ref: rememberHeight('followed'), height: 'has-data-first:h-(--height-followed)' },
  top: { ref: rememberHeight('top'), height: 'has-data-first:h-(--height-top)' },
}

type SteadyPartProps = { part: keyof typeof parts; children: ReactNode }

/** A part of the people panel, which is as high as it was last while it is first loaded. */
export function SteadyPart({ part, children }: SteadyPartProps) {
  const { ref, height } = parts[part]
  return (
    <div ref={ref} className={`${height} has-data-first:overflow-hidden`}>
      {children}
    </div>
  )
}
