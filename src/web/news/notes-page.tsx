import { AppScreen } from '../app/app-screen.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { NewsList } from './news-list.tsx'

/** What the person is told (docs/product/news.md#the-list). */
export const NotesPage = () => (
  <AppScreen bar={{ title: 'Notes' }} width="mid">
    <PageHead title="Notes" />
    <NewsList />
  </AppScreen>
)
