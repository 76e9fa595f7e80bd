import { readFeed } from '../../src/feed/service.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Finding } from '../report.ts'
import type { Setting } from '../setting.ts'
import { besideItsStatement } from '../statement.ts'

/** The feed's first 40 cards. */
export const feedFigure = async (setting: Setting): Promise<Finding[]> => [
  await besideItsStatement(setting, {
    what: 'feed, 40 cards',
    request: { path: '/api/v1/feed' },
    operation: (db) => readFeed({ db, clock: systemClock, actor: null }, {}),
    least: 0.25,
  }),
]
