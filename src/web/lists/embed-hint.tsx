import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import clsx from 'clsx'
import { embedCode, embedPath } from '../../shared/sharing/embed.ts'
import { copyText } from '../browser/copy-text.ts'
import { Button } from '../ui/button/button.tsx'
import { LineIcon } from '../ui/button/icon.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { codeSign } from './signs.ts'

type EmbedHintProps = { path: string; title: string; className?: string }

/** The code of a list's card for other sites (docs/product/embeds.md#the-code). */
export function EmbedHint({ path, title, className }: EmbedHintProps) {
  const origin = useRouteContext({ from: rootRouteId, select: ({ siteUrl }) => siteUrl })
  const copy = () =>
    copyText(embedCode({ origin, path, title })).then(
      () => toast.success('Copied!'),
      () => toast.error('Failed to copy'),
    )
  return (
    <section
      aria-label="Put it on your own site"
      className={clsx(
        'stack gap-3 rounded-lg border-[1.5px] border-dashed border-line-strong p-4',
        className,
      )}
    >
      <div className="flex items-start gap-3">
        <LineIcon path={codeSign} size={24} />
        <div className="min-w-0 flex-1">
          <h2 className="text-small font-semibold">Put it on your own site</h2>
          <p className="mt-0.5 text-caption text-ink-2">One line, no scripts. It leads back to this page.</p>
        </div>
      </div>
      <div className="flex items-center gap-3">
        {/* Somebody may have come by another name of the site than the server's. */}
        <code suppressHydrationWarning className="min-w-0 flex-1 truncate font-mono text-caption text-ink-2">
          {`<iframe src="${origin}${embedPath(path)}">`}
        </code>
        <Button size="sm" onClick={() => void copy()}>
          Copy<span className="sr-only"> the code</span>
        </Button>
      </div>
    </section>
  )
}
