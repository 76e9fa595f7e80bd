import { defineRoutes } from '../platform/http/route.ts'
import type { Identity } from './index.ts'
import { userChangesContract } from './user-changes-contract.ts'

/** The call by which a person changes their own account. */
export const createUserChangesRoutes = (identity: Identity) =>
  defineRoutes(userChangesContract, {
    'PUT /auth/v1/user': ({ body }, context) => identity.updateUser(context, body),
  })
