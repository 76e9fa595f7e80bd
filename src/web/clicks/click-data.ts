import type { ChartPeriod } from '../../clicks/contract.ts'
import type { AnswerOf } from '../client.ts'

/** The story of a product's clicks over a period up to now. */
export type ClickStory = AnswerOf<'GET /api/v1/products/:id/clicks'> & { period: ChartPeriod }
