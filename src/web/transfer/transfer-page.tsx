import type { FileColumn } from '../../shared/collection.ts'
import { appFile } from '../../shared/export-file.ts'
import { saveFile } from '../browser/save-file.ts'
import { CollectionScreen } from '../my-folio/collection-screen.tsx'
import { Button } from '../ui/button/button.tsx'
import { SettingsSection } from '../ui/settings-section.tsx'
import { useAppName } from '../use-app-name.ts'
import { type Content, ExportButtons } from './export-buttons.tsx'
import { ImportSection } from './import-section.tsx'

/** Export and import of the person's collection as a file. */
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
          note="Every click on your items: when, on what, from where, and whether it counted. It never says who it was."
          content="clicks"
        />
        <ExportSection
          title="Earnings"
          note="Every row of your ledger: what was ordered, its commission, the platform’s fee, and when it was posted."
          content="ledger"
        />
        <ImportSection />
        <ColumnsSection />
      </div>
    </CollectionScreen>
  )
}

type ExportSectionProps = { title: string; note: string; content: Content }

/** Downloads: all items, all clicks on them, the whole ledger. */
function ExportSection({ title, note, content }: ExportSectionProps) {
  return (
    <SettingsSection title={title} note={note}>
      <div className="flex flex-wrap gap-3">
        <ExportButtons content={content} />
      </div>
    </SettingsSection>
  )
}

/** The meaning of each column; `appName` is the installation's name. */
const meaningsAt = (appName: string): Record<FileColumn, string> => ({
  id: 'Which of your items the row changes. Empty for a new one.',
  short_link: 'The same, by the item’s link.',
  amazon_url: 'The item at Amazon. The only required column. It cannot be changed later.',
  asin: 'Only needed beside a short link such as amzn.to.',
  title: 'Up to 500 characters.',
  description: 'Up to 5,000 characters.',
  user_comment: 'What you love about it, up to 2,000 characters.',
  category: 'Such as kitchen. Empty is the Inbox.',
  tags: 'Between commas. Put a tag with a comma in quotes: home, "tea, coffee".',
  image_url: `A picture of this item that ${appName} has already. Others are left out.`,
  photos: 'Up to three more of these, between commas.',
  created_at: 'When it was added, such as 2026-01-31. Empty is now.',
})

const example = [
  '"amazon_url","title","user_comment","category","tags"',
  '"https://www.amazon.com/dp/B08N5WRWNW","Gooseneck kettle","Pours like a dream.","kitchen","coffee, morning"',
  '"https://www.amazon.co.uk/dp/B07FZ8S74R","","","",""',
].join('\r\n')

/** The columns of an import file, and a sample to start from. */
function ColumnsSection() {
  const appName = useAppName()
  return (
    <SettingsSection
      title="Columns"
      note="In any order; columns with other names are ignored. Columns that a file leaves out stay as they are; an empty cell clears the value. Importing a file again adds nothing twice."
    >
      <dl className="surface divide-y overflow-hidden text-small">
        {Object.entries(meaningsAt(appName)).map(([column, meaning]) => (
          <div key={column} className="gap-4 px-4 py-2.5 sm:grid sm:grid-cols-[9rem_1fr]">
            <dt className="font-semibold">{column}</dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button
        className="justify-self-start max-sm:w-full"
        onClick={() => saveFile(appFile(appName, 'example.csv'), `\uFEFF${example}\r\n`, 'text/csv')}
      >
        Download an example
      </Button>
    </SettingsSection>
  )
}
