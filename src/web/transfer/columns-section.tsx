import type { FileColumn } from '../../shared/collection.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button.tsx'
import { SettingsSection } from '../ui/settings-section.tsx'

const meanings: Record<FileColumn, string> = {
  id: 'Which of your items the row changes. Empty for a new one.',
  short_link: 'The same, by the item’s link.',
  amazon_url: 'The item at Amazon. The only column that must be there. It cannot be changed later.',
  asin: 'Only needed beside a short link such as amzn.to.',
  title: 'Up to 500 characters.',
  description: 'Up to 5,000 characters.',
  user_comment: 'What you love about it, up to 2,000 characters.',
  category: 'Such as kitchen. Empty is the Inbox.',
  tags: 'Between commas. A tag with a comma stands in quotes: home, "tea, coffee".',
  image_url: 'A picture of this item that Folio has already. Others are left out.',
  created_at: 'When it was added, such as 2026-01-31. Empty is now.',
}

const example = [
  '"amazon_url","title","user_comment","category","tags"',
  '"https://www.amazon.com/dp/B08N5WRWNW","Gooseneck kettle","Pours like a dream.","kitchen","coffee, morning"',
  '"https://www.amazon.co.uk/dp/B07FZ8S74R","","","",""',
].join('\r\n')

/** What a file holds, and one to begin with. */
export function ColumnsSection() {
  return (
    <SettingsSection
      title="Columns"
      note="In any order; columns with other names are ignored. What a file leaves out stays as it is, an empty cell empties. Importing a file again adds nothing twice."
    >
      <dl className="surface divide-y overflow-hidden text-small">
        {Object.entries(meanings).map(([column, meaning]) => (
          <div key={column} className="gap-4 px-4 py-2.5 sm:grid sm:grid-cols-[9rem_1fr]">
            <dt className="font-semibold">{column}</dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button
        className="justify-self-start max-sm:w-full"
        onClick={() => saveFile('folio-example.csv', `\uFEFF${example}\r\n`, 'text/csv')}
      >
        Download an example
      </Button>
    </SettingsSection>
  )
}
