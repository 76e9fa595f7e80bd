import { SettingsSection } from '../ui/settings-section.tsx'
import { type Content, ExportButtons } from './export-buttons.tsx'

type ExportSectionProps = { title: string; note: string; content: Content }

/** All items, all clicks on them, or all of the ledger, as a file. */
export function ExportSection({ title, note, content }: ExportSectionProps) {
  return (
    <SettingsSection title={title} note={note}>
      <div className="flex flex-wrap gap-3">
        <ExportButtons content={content} />
      </div>
    </SettingsSection>
  )
}
