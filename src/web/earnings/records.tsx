import { ExportButtons } from '../transfer/export-buttons.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** The ledger to keep: as files, and as a statement for each month. */
export function Records() {
  return (
    <section aria-labelledby="records" className="mt-8 stack gap-4">
      <div className="stack gap-1">
        <h2 id="records" className="t-heading">
          For your records
        </h2>
        <p className="max-w-[65ch] text-small text-ink-2">
          The whole ledger as a file, with what shows that no row was ever changed; or one month on a page to
          print.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ExportButtons content="ledger" />
        <ButtonLink to="/earnings/statement" className="max-sm:w-full">
          <Icon name="folio" />
          Monthly statements
        </ButtonLink>
      </div>
      <p className="max-w-[65ch] text-caption text-ink-2">
        Every row is chained to the one before, so that none can be changed or left out unseen. To check it
        yourself, download the ledger and{' '}
        <a href="/check-ledger.mjs" download className="link">
          this small program
        </a>
        , and run <code className="whitespace-nowrap">node check-ledger.mjs</code> with the name of the file.
      </p>
    </section>
  )
}
