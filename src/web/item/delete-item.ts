import { hasCode } from '../../shared/errors.ts'
import type { Api } from '../client.ts'
import { patienceMs } from '../patience.ts'
import type { Item } from './form/item-fields.ts'
import { ownItem } from './item-calls.ts'

export type DeleteOutcome =
  | { kind: 'deleted' }
  /** It was changed elsewhere after it was shown here. */
  | { kind: 'changed'; now: Item }
  | { kind: 'signed_out' }
  | { kind: 'failed' }

/**
 * Deletes an item of the person's own, if it is still the version they saw (decisions: Items). One that is gone
 * already, as after an answer that was lost, is deleted. Never rejects.
 */
export async function deleteItem(api: Api, id: string, version: number): Promise<DeleteOutcome> {
  try {
    const extras = { ifMatch: version, signal: AbortSignal.timeout(patienceMs) }
    await api('DELETE /api/v1/products/:ref', { params: { ref: id } }, extras)
    return { kind: 'deleted' }
  } catch (error) {
    if (!hasCode(error, 'version_mismatch')) return deleteFailure(error)
  }
  try {
    return { kind: 'changed', now: await ownItem(api, id) }
  } catch (error) {
    return deleteFailure(error)
  }
}

/** A failed deletion by what it means for the person: what is not there is deleted. */
export function deleteFailure(error: unknown): DeleteOutcome {
  if (hasCode(error, 'not_found')) return { kind: 'deleted' }
  return { kind: hasCode(error, 'not_authenticated') ? 'signed_out' : 'failed' }
}
