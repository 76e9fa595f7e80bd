import { hasCode } from '../../shared/errors.ts'
import { type Api, ApiError, patienceMs } from '../api/client.ts'
import type { EditDraft } from './edit/edit-flow.ts'
import { problemsAt } from './form/fields.ts'
import { changesOf, fieldsOf, type Item, type Problems, parts } from './form/item-fields.ts'

export type SaveOutcome =
  | { kind: 'saved'; item: Item }
  /** It was changed elsewhere after editing began. */
  | { kind: 'changed'; now: Item }
  /** It was deleted elsewhere. */
  | { kind: 'gone' }
  | { kind: 'signed_out' }
  /** The server named fields, or refused without naming any, or the call failed. */
  | { kind: 'refused'; problems: Problems; message: string | null }

/**
 * Saves the changed parts of an item, based on the version that editing started from
 * (docs/product/edit-item.md#changed-elsewhere). May be repeated after a lost answer. Never rejects.
 */
export async function saveItem(api: Api, { item, fields }: EditDraft): Promise<SaveOutcome> {
  try {
    const input = { params: { ref: item.id }, body: changesOf(fieldsOf(item), fields) }
    const extras = { ifMatch: item.owner?.version, signal: AbortSignal.timeout(patienceMs) }
    return { kind: 'saved', item: await api('PATCH /api/v1/products/:ref', input, extras) }
  } catch (error) {
    if (hasCode(error, 'version_mismatch')) return current(api, item.id)
    return saveError(error)
  }
}

/** The present item, for a comparison. */
async function current(api: Api, id: string): Promise<SaveOutcome> {
  try {
    return { kind: 'changed', now: await ownItem(api, id) }
  } catch (error) {
    return saveError(error)
  }
}

/**
 * The person's own item as the server has it now. Rejects with `not_found` when it no longer exists, and with
 * `not_authenticated` when the session is over.
 */
export async function ownItem(api: Api, id: string, signal?: AbortSignal): Promise<Item> {
  const item = await api('GET /api/v1/products/:ref', { params: { ref: id } }, { ...(signal && { signal }) })
  // The server answered as to a visitor: the session is over.
  if (!item.owner) throw new ApiError(401, 'not_authenticated', 'Not authenticated')
  return item
}

/** Classifies a failed save by what the person can do about it. */
export function saveError(error: unknown): SaveOutcome {
  if (!(error instanceof ApiError)) return { kind: 'refused', problems: {}, message: null }
  if (error.status === 404) return { kind: 'gone' }
  if (error.status === 401) return { kind: 'signed_out' }
  const message = error.status === 429 ? error.message : null
  return { kind: 'refused', problems: problemsAt(parts, error.problems), message }
}

/**
 * Deletes an item of the person's own, if it is still the version they saw (docs/product/edit-item.md#deleting).
 * Resolves to the present item where it was changed elsewhere meanwhile; else to null, also for an item that no longer
 * exists, as after a lost answer.
 */
export async function deleteItem(api: Api, id: string, version: number): Promise<Item | null> {
  try {
    const extras = { ifMatch: version, signal: AbortSignal.timeout(patienceMs) }
    await api('DELETE /api/v1/products/:ref', { params: { ref: id } }, extras)
  } catch (error) {
    if (hasCode(error, 'version_mismatch')) return ownItem(api, id).catch(nullIfGone)
    nullIfGone(error)
  }
  return null
}

function nullIfGone(error: unknown): null {
  if (hasCode(error, 'not_found')) return null
  throw error
}
