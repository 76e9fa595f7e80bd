import type { S3Access } from '../../settings/read.ts'
import { s3Start } from '../../settings/values.ts'
import { bucketPlace } from './bucket.ts'
import { folderPlace } from './folder.ts'
import type { Place } from './place.ts'

/** A place by its address: the absolute path of a folder, or `s3://bucket/prefix`. */
export const openPlace = (address: string, access: S3Access): Place =>
  address.startsWith(s3Start) ? bucketPlace(address, access) : folderPlace(address)

/** A file's place and its name there. `address` is an absolute path, or `s3://bucket/prefix/name`. */
export function openPlaceOf(address: string, access: S3Access): { place: Place; name: string } {
  const cut = address.lastIndexOf('/')
  return { place: openPlace(address.slice(0, cut) || '/', access), name: address.slice(cut + 1) }
}
