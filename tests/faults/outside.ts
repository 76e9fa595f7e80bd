import { expect, onTestFinished } from 'vitest'
import { plain } from '../../src/media/testing/pictures.ts'
import { type Line, startLine } from '../fakes/line.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { type Scene, setScene } from './scene.ts'

async function lineTo(port: number): Promise<Line> {
  const line = await startLine({ host: '127.0.0.1', port })
  onTestFinished(() => line.close())
  return line
}

/** Fails unless all that has nothing to do with the fault is as ever. */
export async function allElseIsWell(scene: Scene): Promise<void> {
  const answers = await Promise.all([scene.get('/api/v1/feed'), scene.post({}), scene.click()])
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201])
  expect(await scene.goesOn()).toBe(true)
}

/** The app with its jobs, and a mail server behind a line. */
export async function setMailScene() {
  const smtp = await startFakeSmtp()
  onTestFinished(() => smtp.close())
  const line = await lineTo(smtp.port)
  const env = { SMTP_URL: smtp.url.replace(String(smtp.port), String(line.port)) }
  return { smtp, line, scene: await setScene({ env, jobs: true }) }
}

/** Spares the test the wait for the next attempt of each job. */
export const tryAgainNow = (scene: Scene) =>
  scene.direct.query(`update graphile_worker._private_jobs set run_at = now() where locked_by is null`)

/** The app with a store of pictures behind a line, and somebody who uploads to it. */
export async function setPictureScene() {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.close())
  const line = await lineTo(Number(new URL(s3.env.S3_ENDPOINT ?? '').port))
  const scene = await setScene({ env: { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${line.port}` } })
  const { id, token } = scene.person
  const bytes = new Uint8Array(await plain().png().toBuffer())
  const { url } = scene.app
  return {
    s3,
    line,
    scene,
    upload: (n: number) =>
      fetch(`${url}/storage/v1/object/avatars/${id}-${n}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        body: bytes,
      }),
    read: (n: number) => fetch(`${url}/storage/v1/object/public/avatars/${id}-${n}.png`),
  }
}
