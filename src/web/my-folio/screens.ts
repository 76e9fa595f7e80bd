/** All screens of the collection in one chunk: a person who opens one of them opens the others. */
export { CategoriesSetup } from './categories/categories-setup.tsx'
export { CategoryPage, findCategory } from './categories/category-page.tsx'
export { FilingCabinet } from './categories/filing-cabinet.tsx'
export { CollectionFailed } from './collection-screen.tsx'
export { InboxPage } from './inbox/inbox-page.tsx'
export { MyFolioPage } from './overview/my-folio-page.tsx'
