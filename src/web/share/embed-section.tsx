import { embedCode } from '../../shared/sharing/embed.ts'
import { copyText } from '../browser/copy-text.ts'
import { Button } from '../ui/button/button.tsx'
import { toast } from '../ui/feedback/toast.ts'

type EmbedSectionProps = { path: string; title: string }

/** The code of a card for other sites (docs/product/embeds.md#the-code). */
export function EmbedSection({ path, title }: EmbedSectionProps) {
  async function copy() {
    await copyText(embedCode({ origin: window.location.origin, path, title })).then(
      () => toast.success('Copied!'),
      () => toast.error('Failed to copy'),
    )
  }

  return (
    <section aria-label="Embed" className="surface flex items-center justify-between gap-4 p-3 ps-4">
      <div>
        <p className="text-small font-semibold">Embed</p>
        <p className="text-caption text-ink-3">A card for your own site.</p>
      </div>
      <Button size="sm" onClick={() => void copy()}>
        Copy code
      </Button>
    </section>
  )
}
