import { OwnListPage } from './own-list-page.tsx'
import { OwnListsPage } from './own-lists-page.tsx'

type OwnListsPagesProps = { id: string | undefined }

/** `/my-folio/lists`, and one of them below it: one page for both, so that every other page names one file. */
export const OwnListsPages = ({ id }: OwnListsPagesProps) => (id ? <OwnListPage id={id} /> : <OwnListsPage />)
