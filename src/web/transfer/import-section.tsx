import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { recentImportsQuery } from '../api/queries.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { SettingsSection } from '../ui/settings-section.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportDone, ImportPreview, ImportUndone } from './import-outcome.tsx'
import { RecentImports, RecentImportsFailed } from './recent-imports.tsx'
import { summaryText } from './report-text.ts'
import { UndoButton } from './undo-button.tsx'
import { type ImportState, useImport } from './use-import.ts'

/** Import of a file: choose, preview, import, and undo for a day. */
export function ImportSection() {
  const { state, choose, again, run, cancel, showUndone } = useImport()
  const { file, work, preview, done, undone, problem } = state
  const chooser = useRef<HTMLButtonElement>(null)
  const recents = useQuery(recentImportsQuery(useApi()))
  const imports = recents.data?.items ?? []
  const own = imports.find(({ id }) => id === done?.import_id)
  return (
    <SettingsSection
      title="Import"
      note="Adds items, and changes those that the file names by id. You see the changes before they happen."
    >
      <FileDrop
        buttonRef={chooser}
        isBlocked={work === 'importing'}
        label={file || done ? 'Choose another file' : 'Choose a file'}
        onChoose={(files) => void choose(files)}
      >
        <p className="max-w-full text-small text-ink-2">
          {file ? (
            <b className="block font-semibold [overflow-wrap:anywhere] text-ink">{file.name}</b>
          ) : (
            <>
              A CSV, JSON or bookmarks file of at most 20,000 items.
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
          Checking the file…
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
      {preview && (
        <ImportPreview
          report={preview}
          isImporting={work === 'importing'}
          onImport={run}
          onCancel={() => {
            cancel()
            chooser.current?.focus()
          }}
        />
      )}
      {done && (
        <ImportDone
          report={done}
          undo={own && <UndoButton of={own} className="max-sm:flex-1" onUndone={showUndone} />}
        />
      )}
      {undone && <ImportUndone key={undone.id} undone={undone} />}
      {recents.isError && <RecentImportsFailed query={recents} onLoaded={() => chooser.current?.focus()} />}
      <RecentImports imports={imports.filter((one) => one !== own)} onUndone={showUndone} />
    </SettingsSection>
  )
}

function announcementOf({ work, preview }: ImportState): string {
  if (work === 'checking') return 'Checking the file'
  if (work === 'importing') return 'Importing'
  return preview ? summaryText(preview) : ''
}
