import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../tests/harness/app.ts'
import { setRole, signUp } from '../../tests/harness/people.ts'
import { minuteMs } from '../shared/time.ts'

it('admins see what the doctor says, looked at once a minute; others find no such call (docs/product/admin.md#health)', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const [admin, maya] = [await signUp(app), await signUp(app)]
  await setRole(app, admin, 'admin')
  const ask = (token?: string) => app.request('GET', '/api/v1/admin/health', { token })
  expect((await ask()).status).toBe(404)
  expect((await ask(maya.token)).status).toBe(404)
  const first = await ask(admin.token)
  expect(first.status).toBe(200)
  expect(first.body.lines.find(({ name }: { name: string }) => name === 'database').state).toBe('ok')
  expect(first.body.lines.map(({ name }: { name: string }) => name)).toContain('verify')
  expect((await ask(admin.token)).body).toEqual(first.body)
  app.clock.advance(minuteMs)
  expect((await ask(admin.token)).body.looked_at).not.toBe(first.body.looked_at)
})
