import { AppScreen } from '../app/app-screen.tsx'
import { NewsList } from '../news/news-list.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { WeeklyNotes } from './weekly-notes.tsx'

/** What happened (docs/product/notes.md#the-page): news on the left of the letter on a wide screen, else below it. */
export const NotesPage = () => (
  <AppScreen bar={{ title: 'Notes' }}>
    <PageHead title="Notes" />
    <div className="stack gap-8 lg:flex lg:flex-row-reverse lg:items-start lg:justify-end">
      <div className="pt-1 lg:w-96 lg:shrink-0 lg:pt-0">
        <WeeklyNotes />
      </div>
      <div className="min-w-0 flex-1">
        <NewsList />
      </div>
    </div>
  </AppScreen>
)
