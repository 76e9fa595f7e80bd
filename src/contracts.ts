import { accountDataContract } from './account/contract.ts'
import { amazonContract } from './amazon/contract.ts'
import { auditContract } from './audit/contract.ts'
import { proposalsContract } from './audit/second/contract.ts'
import { clicksContract } from './clicks/contract.ts'
import { clicksExportContract } from './clicks/export-contract.ts'
import { clickFlagsContract } from './clicks/flags/contract.ts'
import { earningsContract } from './earnings/contract.ts'
import { feesContract } from './earnings/fees/contract.ts'
import { listFiguresContract } from './earnings/lists/contract.ts'
import { checkpointMailsContract, checkpointsContract } from './earnings/log/contract.ts'
import { feedContract } from './feed/contract.ts'
import { collectionContract } from './folio/collection-contract.ts'
import { folioContract } from './folio/contract.ts'
import { transferContract } from './folio/transfer/contract.ts'
import { linkingContract } from './identity/providers/linking/contract.ts'
import { accountContract } from './identity/sessions/contract.ts'
import { undoContract } from './identity/undo/contract.ts'
import { listedProductsContract, listsContract, ownListsContract } from './lists/contract.ts'
import { moderationContract, noticesContract, reportsContract } from './moderation/contract.ts'
import { newsContract } from './news/contract.ts'
import {
  mailProgramsContract,
  ownWaysContract,
  sentNewsContract,
  stopsContract,
} from './news/ways/contract.ts'
import { notesContract } from './notes/contract.ts'
import { operationsContract } from './operations/contract.ts'
import { ordersContract } from './orders/contract.ts'
import { flagsContract } from './orders/flags/contract.ts'
import { importsContract } from './orders/imports/contract.ts'
import { outcomesContract } from './orders/imports/outcomes/contract.ts'
import { statusesContract } from './orders/imports/statuses/contract.ts'
import { movesContract } from './orders/moves/contract.ts'
import { orderListContract } from './orders/order-list/contract.ts'
import { ratesContract } from './orders/rates/contract.ts'
import { assigningContract } from './orders/review/assigning-contract.ts'
import { adminOrdersContract } from './orders/review/contract.ts'
import { runOrdersContract } from './orders/run-orders/contract.ts'
import { trackingIdsContract } from './orders/tracking-ids/contract.ts'
import { waitingOrdersContract } from './orders/waiting/contract.ts'
import { adjustmentsContract } from './payouts/adjustments/contract.ts'
import { adviceContract } from './payouts/advice/contract.ts'
import { attentionContract } from './payouts/attention/contract.ts'
import { booksContract } from './payouts/books/contract.ts'
import { creatorsContract } from './payouts/creators/contract.ts'
import { debtsContract } from './payouts/debts/contract.ts'
import { payoutDetailsContract } from './payouts/details/contract.ts'
import { holdsContract } from './payouts/holds/contract.ts'
import { leavingContract } from './payouts/leaving/contract.ts'
import { payoutBatchesContract } from './payouts/providers/contract.ts'
import { ownQuestionsContract, questionsContract } from './payouts/questions/contract.ts'
import { releasesContract } from './payouts/releases/contract.ts'
import { ownPayoutsContract, payoutRunsContract } from './payouts/runs/contract.ts'
import { receiptsContract } from './payouts/transfers/contract.ts'
import { payoutYearsContract } from './payouts/years/contract.ts'
import { peopleContract } from './people/contract.ts'
import { membersContract } from './people/members-contract.ts'

/** All calls of the app by their names: its routes, its client and the tests of each call take them from here. */
export const contracts = {
  ...accountDataContract,
  ...amazonContract,
  ...auditContract,
  ...proposalsContract,
  ...clicksContract,
  ...clicksExportContract,
  ...clickFlagsContract,
  ...earningsContract,
  ...feesContract,
  ...listFiguresContract,
  ...checkpointMailsContract,
  ...checkpointsContract,
  ...feedContract,
  ...collectionContract,
  ...folioContract,
  ...transferContract,
  ...listsContract,
  ...ownListsContract,
  ...listedProductsContract,
  ...linkingContract,
  ...accountContract,
  ...undoContract,
  ...newsContract,
  ...moderationContract,
  ...noticesContract,
  ...reportsContract,
  ...mailProgramsContract,
  ...ownWaysContract,
  ...sentNewsContract,
  ...stopsContract,
  ...operationsContract,
  ...ordersContract,
  ...flagsContract,
  ...importsContract,
  ...outcomesContract,
  ...statusesContract,
  ...movesContract,
  ...assigningContract,
  ...orderListContract,
  ...ratesContract,
  ...waitingOrdersContract,
  ...adminOrdersContract,
  ...runOrdersContract,
  ...trackingIdsContract,
  ...adjustmentsContract,
  ...adviceContract,
  ...attentionContract,
  ...booksContract,
  ...creatorsContract,
  ...debtsContract,
  ...payoutDetailsContract,
  ...holdsContract,
  ...leavingContract,
  ...payoutBatchesContract,
  ...ownQuestionsContract,
  ...questionsContract,
  ...releasesContract,
  ...ownPayoutsContract,
  ...payoutRunsContract,
  ...receiptsContract,
  ...payoutYearsContract,
  ...notesContract,
  ...peopleContract,
  ...membersContract,
}
