import type { TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { importsOf } from '../imports/testing/stage.ts'
import { contestsAt } from './contests.ts'
import { reviewOf } from './stage.ts'

/** An admin who imports and reviews, and two creators whose sales are told apart. */
export async function setTwoCreators(app: TestApp) {
  const admin = await signUpAdmin(app)
  const contests = contestsAt(app)
  return {
    ...{ admin, contests, imports: importsOf(app, admin), review: reviewOf(app, admin) },
    ...{ ana: await contests.creator(), ben: await contests.creator() },
  }
}
