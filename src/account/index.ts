export { deleteAccount, removeLeftPictures, removeLeftPicturesJob } from './deletion.ts'
export { createExports, exportOwnData } from './export.ts'
