import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { plain } from './pictures.ts'

/** The official client with this token; without one, not signed in. */
export function clientOf(app: TestApp, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return new StorageClient(`${app.url}/storage/v1`, headers)
}

/** The client's view of the bucket of pictures. */
export const avatarsOf = (app: TestApp, token?: string) => clientOf(app, token).from('avatars')

/** An app that stores its pictures in a folder of its own, which the test looks into and empties. */
export async function startDiskApp() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-media-'))
  const app = await startTestApp({ env: { DATA_DIR: dataDir } })
  const files = path.join(dataDir, 'files')
  return {
    app,
    /** Where avatars lie; product pictures are in `products` below it. */
    folder: path.join(files, 'avatars'),
    /** The names of everything that is stored, unfinished files too. */
    stored: () => filesBelow(files),
    empty: () => rmSync(files, { recursive: true, force: true }),
    close: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export type PictureStage = Awaited<ReturnType<typeof startPictureStage>>

/** Such an app with two people and a red picture. */
export async function startPictureStage() {
  const stage = await startDiskApp()
  const [maya, other] = [await signUp(stage.app), await signUp(stage.app)]
  return { ...stage, maya, other, red: await plain().png().toBuffer() }
}

/** The names of all files below a folder; none when it is not there. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()
  } catch {
    return []
  }
}
