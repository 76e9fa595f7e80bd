import { z } from 'zod'
import { exportedClicks } from '../clicks/export-contract.ts'
import { exportedEarnings } from '../earnings/export-contract.ts'
import { exportedFolio } from '../folio/export-contract.ts'
import { exportedAccount } from '../identity/user/export-contract.ts'
import { exportedLists } from '../lists/export-contract.ts'
import { exportedPictures } from '../media/contract.ts'
import { exportedModeration } from '../moderation/export-contract.ts'
import { exportedNews } from '../news/contract.ts'
import { exportedWays } from '../news/ways/contract.ts'
import { exportedNotes } from '../notes/contract.ts'
import { exportedWaiting } from '../orders/waiting/contract.ts'
import { exportedPayouts } from '../payouts/details/export-contract.ts'
import { exportedQuestions } from '../payouts/questions/contract.ts'
import { exportedPerson } from '../people/export-contract.ts'
import { defineContract } from '../shared/contract.ts'
import { instant } from '../shared/schemas.ts'

/** One person's data, a part from each slice; more parts may come. */
const exportedData = z.object({
  exported_at: instant,
  account: exportedAccount,
  ...exportedPictures.shape,
  ...exportedPerson.shape,
  ...exportedFolio.shape,
  ...exportedLists.shape,
  ...exportedNews.shape,
  ...exportedModeration.shape,
  ...exportedClicks.shape,
  ...exportedEarnings.shape,
  ...exportedWaiting.shape,
  ...exportedPayouts.shape,
  ...exportedQuestions.shape,
  ...exportedWays.shape,
  ...exportedNotes.shape,
})

export const accountDataContract = defineContract({
  'GET /api/v1/me/export': {
    summary: 'Everything that is stored about you, as one JSON file',
    access: 'user',
    response: exportedData,
    streams: true,
  },
  'DELETE /api/v1/me': {
    summary: 'Deletes your account for good',
    access: 'user',
    body: z.object({
      /** Your username, typed to confirm. */
      username: z.string().max(100),
      /** Your password; absent for an account without one. */
      password: z.string().max(1_000).optional(),
      /** Whether the remaining balance is paid out once more, at the payout details that count now. */
      last_payout: z.boolean().optional(),
    }),
    response: z.undefined(),
    status: 204,
  },
})
