import type { Mailer } from '../platform/mail/mailer.ts'
import type { Slice } from '../platform/slice.ts'
import type { Identity } from './index.ts'
import { createLinkingRoutes } from './providers/linking/routes.ts'
import { createOwnSessionRoutes } from './sessions/routes.ts'
import { createUndoRoutes } from './undo/routes.ts'

/** Its calls besides those of the auth wire, which has a protocol of its own (`wire.ts`). */
export const identity: Slice<{ identity: Identity; mailer: Mailer }> = {
  routes: ({ identity }) => [
    ...createOwnSessionRoutes(identity),
    ...createLinkingRoutes(identity),
    ...createUndoRoutes(identity),
  ],
  jobs: ({ identity, mailer }) => identity.jobHandlers(mailer),
}
