import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import {
  isAcceptableData,
  jsonObject,
  password,
  personName,
  signInEmail,
  unusableData,
  userShape,
} from './contract.ts'

const changes = z.object(
  {
    password: password.optional(),
    /** Needed beside `password`, except once in a session begun by a mailed link. */
    current_password: z.string().max(1_000).optional(),
    email: signInEmail.optional(),
    phone: z.string().optional(),
    /** Merged into what is there; null removes a member. */
    data: z
      .looseObject({
        first_name: personName('First name').optional(),
        last_name: personName('Last name').optional(),
      })
      .refine(isAcceptableData, unusableData)
      .optional(),
  },
  jsonObject,
)

export type UserChanges = z.output<typeof changes>

export const userChangesContract = defineContract({
  'PUT /auth/v1/user': {
    summary: 'Changes the password or the metadata of the signed-in user',
    access: 'user',
    body: changes,
    response: userShape,
  },
})
