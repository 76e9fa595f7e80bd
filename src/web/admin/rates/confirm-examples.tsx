import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

type ConfirmExamplesProps = { examples: string[]; onConfirm: () => void; onClose: () => void }

/** Asks whether rates that are new, or far from the last, are right by what they make of an amount. */
export function ConfirmExamples({ examples, onConfirm, onClose }: ConfirmExamplesProps) {
  return (
    <ConfirmDialog
      open={examples.length > 0}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Is this right?"
      description="It is the first rate of a currency, or far from its last one."
      confirmLabel="It is right"
      tone="primary"
    >
      <ul aria-label="Examples" className="num max-h-60 overflow-y-auto text-small font-semibold">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
