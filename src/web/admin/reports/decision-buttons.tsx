import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Decision } from './decisions.ts'

const DecideDialog = lazyPart(() => import('./decide-dialog.tsx'))

type DecisionButtonsProps = { decisions: Decision[]; onDone?: () => void }

/** A button for each decision; each asks for a reason first. */
export function DecisionButtons({ decisions, onDone }: DecisionButtonsProps) {
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map((offered) => (
        <Button
          key={offered.label}
          size="sm"
          variant={offered.tone === 'danger' ? 'danger' : 'quiet'}
          onClick={() => setDecision(offered)}
        >
          {offered.label}
        </Button>
      ))}
      {decision && (
        <DecideDialog decision={decision} onClose={() => setDecision(null)} {...(onDone && { onDone })} />
      )}
    </div>
  )
}
