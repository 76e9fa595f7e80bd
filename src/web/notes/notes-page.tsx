import { AppScreen } from '../app/app-screen.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { WeeklyNotes } from './weekly-notes.tsx'

/** What happened (docs/product/notes.md#the-page): what stands beside the letter is on its left on a wide screen. */
export const NotesPage = () => (
  <AppScreen bar={{ title: 'Notes' }}>
    <PageHead title="Notes" />
    <div className="stack gap-6 lg:flex lg:flex-row-reverse lg:items-start lg:justify-end lg:gap-8">
      <div className="pt-1 lg:w-96 lg:shrink-0 lg:pt-0">
        <WeeklyNotes />
      </div>
    </div>
  </AppScreen>
)
