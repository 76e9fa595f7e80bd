import { statfsSync } from 'node:fs'
import { OperatorError } from '../operator-error.ts'
import type { Location } from './location.ts'

/** The size of the files of PostgreSQL's log of changes. */
const segmentMegabytes = 16
/** How many of them a start may need. */
const segmentsAtStart = 3
/** What a new database takes once Folio has started for the first time, and what that start writes besides. */
const newMegabytes = 150

type Disk = Pick<Location, 'dataDir'>

/** Whether the disk has room for a server to recover and start. */
export const hasRoom = (disk: Disk): boolean => freeMegabytes(disk) >= segmentsAtStart * segmentMegabytes

/** Throws OperatorError where a new database would fill the disk, at some point of which PostgreSQL would just end. */
export function refuseSmallDisk(disk: Disk): void {
  const free = freeMegabytes(disk)
  if (free >= newMegabytes) return
  throw new OperatorError(
    `The disk of ${disk.dataDir} has ${free} MB left, and a new database takes ${newMegabytes}. ` +
      'Make room there, or let DATA_DIR name a folder on another disk.',
  )
}

/** That the disk is full, since logs may be silent then: a sentence with a space before it; empty if it is not. */
export function fullnessOf(disk: Disk): string {
  const free = freeMegabytes(disk)
  return free < segmentMegabytes ? ` The disk has only ${free} MB left.` : ''
}

function freeMegabytes({ dataDir }: Disk): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return Math.floor((bavail * bsize) / 1_000_000)
}
