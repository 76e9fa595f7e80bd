import { Button } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { SettingsSection } from '../ui/settings-section.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportDone, ImportPreview } from './import-outcome.tsx'
import { summaryText } from './report-text.ts'
import { type ImportState, useImport } from './use-import.ts'

/** Import of a file: choose, preview, import. */
export function ImportSection() {
  const { state, choose, again, run } = useImport()
  const { file, work, preview, done, problem } = state
  return (
    <SettingsSection
      title="Import"
      note="Adds items, and changes those that the file names by id. You see what would happen before it does."
    >
      <FileDrop
        isBlocked={work === 'importing'}
        label={file || done ? 'Choose another file' : 'Choose a file'}
        onChoose={(files) => void choose(files)}
      >
        <p className="max-w-full text-small text-ink-2">
          {file ? (
            <b className="block font-semibold [overflow-wrap:anywhere] text-ink">{file.name}</b>
          ) : (
            <>
              A CSV or JSON file of at most 20,000 items.
              <span className="pointer-coarse:hidden"> Drop it here, or choose it.</span>
            </>
          )}
        </p>
      </FileDrop>
      <p role="status" className="sr-only">
        {announcementOf(state)}
      </p>
      {work === 'checking' && (
        <p className="flex items-center gap-3 text-small text-ink-2">
          <Spinner size="sm" />
          Looking the file over…
        </p>
      )}
      {problem && (
        <Banner
          tone="bad"
          action={
            problem.mayPass &&
            !preview && (
              <Button size="sm" onClick={again}>
                Try again
              </Button>
            )
          }
        >
          {problem.message}
        </Banner>
      )}
      {preview && <ImportPreview report={preview} isImporting={work === 'importing'} onImport={run} />}
      {done && <ImportDone report={done} />}
    </SettingsSection>
  )
}

function announcementOf({ work, preview }: ImportState): string {
  if (work === 'checking') return 'Looking the file over'
  if (work === 'importing') return 'Importing'
  return preview ? summaryText(preview) : ''
}
