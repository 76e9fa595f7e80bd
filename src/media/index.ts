import path from 'node:path'
import type { S3Settings, Settings } from '../platform/settings/read.ts'
import { createDiskStore } from './disk.ts'
import { bucket } from './rules.ts'
import { createS3Store } from './s3.ts'
import { createSmallerPictures, withSmaller } from './smaller.ts'
import { type Media, readStored } from './store.ts'

export { countStored } from './counting.ts'
export { checkPictures } from './doctor.ts'
export { pathOfPicture, pictureAddress } from './rules.ts'
export {
  exportPictures,
  hasPicture,
  holdPictures,
  lockUploaded,
  pictureMissing,
  readPicture,
  removePicturesOf,
  removeReplaced,
  storePicture,
  withdrawReplaced,
} from './service.ts'
export type { Media } from './store.ts'
export { createPictureTransfer } from './transfer.ts'
export { pictureChecks } from './verify.ts'

/** Made once a process. Pictures lie in the S3 bucket when there is one, else below `filesDir`. */
export function createMedia({ filesDir, s3 }: { filesDir: string; s3: Settings['s3'] }): Media {
  const { store, source } = s3.bucket
    ? inS3({ ...s3, bucket: s3.bucket })
    : onDisk(path.join(filesDir, bucket))
  const smaller = createSmallerPictures(store, (name) => readStored(source, name))
  return { store: withSmaller(store), source, smaller }
}

function inS3(settings: S3Settings): Pick<Media, 'store' | 'source'> {
  const { store, open } = createS3Store(settings)
  return { store, source: { open } }
}

const onDisk = (folder: string): Pick<Media, 'store' | 'source'> => ({
  store: createDiskStore(folder),
  source: { folder },
})
