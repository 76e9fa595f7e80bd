import { AppScreen } from '../app/app-screen.tsx'
import { NewsList } from '../news/news-list.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { LastWeek, WeeksBefore } from './weekly-notes.tsx'

/**
 * What happened (docs/product/notes.md#the-page): the letter, the news and the weeks before; on a wide screen the news
 * on the left of both.
 */
export const NotesPage = () => (
  <AppScreen bar={{ title: 'Notes' }}>
    <PageHead title="Notes" />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-1 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-y-6 lg:pt-0">
      <div className="lg:col-start-2">
        <LastWeek />
      </div>
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <NewsList />
      </div>
      <WeeksBefore />
    </div>
  </AppScreen>
)
