export { listAudit } from '../audit/service.ts'
export {
  addTrackingId,
  changeTrackingId,
  listTrackingIds,
  removeTrackingId,
} from '../tracking-ids/service.ts'
export { assignOrder, unassignOrder } from './assignment.ts'
export { findOrder, type ReviewSettings } from './order-detail.ts'
export { listOrders } from './order-list.ts'
export { findPipeline } from './pipeline.ts'
