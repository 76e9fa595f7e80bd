import { CollectionScreen } from '../my-folio/collection-screen.tsx'
import { ColumnsSection } from './columns-section.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportSection } from './import-section.tsx'

/** One's own collection as a file, out and in. */
export function TransferPage() {
  return (
    <CollectionScreen
      title="Import and export"
      subtitle="Your collection as a file"
      parent="/filing-cabinet"
      width="mid"
    >
      <div className="stack gap-10 pb-6">
        <ExportSection
          title="Export"
          note="All your items as one file: to keep, to edit in a spreadsheet, or to take elsewhere."
          content="collection"
        />
        <ExportSection
          title="Clicks"
          note="Every click on your items: when, on what, from where, and whether it counted. It never tells who it was."
          content="clicks"
        />
        <ExportSection
          title="Earnings"
          note="Every row of your ledger: what was ordered, what it brought, what was kept of it, and since when it is yours."
          content="ledger"
        />
        <ImportSection />
        <ColumnsSection />
      </div>
    </CollectionScreen>
  )
}
