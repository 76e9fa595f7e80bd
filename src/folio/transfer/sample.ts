import type { z } from 'zod'
import { publicTitle } from '../../shared/product.ts'
import type { transferContract } from './contract.ts'
import type { Creation, Plan } from './plan.ts'

type Report = z.input<(typeof transferContract)['POST /api/v1/me/collection']['response']>
export type SampleItem = Report['sample'][number]

/** As many as are read before an import. */
export const sampleSize = 10

type Planned = Pick<Plan, 'creations' | 'changes'>
type Category = { id: string; name: string }

/** The first items of a plan that would be added or changed, as they would be, in the order of their file. */
export function sampleOf({ creations, changes }: Planned, categories: Category[]): SampleItem[] {
  const nameOf = (id: string | null | undefined) => categories.find((one) => one.id === id)?.name ?? null
  return [
    ...creations.map(({ line, details, category_id }) => itemOf(line, true, details, nameOf(category_id))),
    ...changes.map(({ line, after }) => itemOf(line, false, after, nameOf(after.category_ids[0]))),
  ]
    .sort((a, b) => a.line - b.line)
    .slice(0, sampleSize)
}

type Details = Pick<Creation['details'], 'title' | 'amazon_url' | 'tags' | 'metadata_source'>

const itemOf = (line: number, is_new: boolean, details: Details, category: string | null): SampleItem => ({
  line,
  is_new,
  title: details.title,
  amazon_url: details.amazon_url,
  category,
  tags: details.tags ?? [],
  is_public: publicTitle(details) !== '',
})
