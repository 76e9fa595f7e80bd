import { tabDraft } from '../../browser/tab-draft.ts'
import {
  changedFields,
  differentParts,
  type FieldsChange,
  fieldsOf,
  type Item,
  type ItemFields,
  type Part,
  type Problems,
  withParts,
} from '../form/item-fields.ts'

/** An edit as it is stored for reloads of the tab. */
export type EditDraft = {
  /** The item when editing began; saving starts from its version. */
  item: Item
  fields: ItemFields
}

export type Editing = EditDraft & {
  name: 'editing'
  /** The draft is from an earlier opening of the dialog. */
  isRestored: boolean
  saving: boolean
  /** Why the last attempt was refused, and the fields it was made with. */
  refusal: { problems: Problems; fields: ItemFields } | null
}

/** Whose version of a part is taken: the person's, or the present item's. */
export type Side = 'mine' | 'now'

/** The item was changed elsewhere meanwhile: both versions are shown, part by part where they differ. */
export type Conflict = EditDraft & {
  name: 'conflict'
  /** The item as it is now. */
  now: Item
  choices: Partial<Record<Part, Side>>
}

export type EditState =
  | { name: 'loading' }
  | { name: 'failed' }
  /** The item was deleted meanwhile. What was typed, if anything, is shown to be copied. */
  | { name: 'gone'; typed: ItemFields | null }
  | Editing
  | Conflict

export type EditEvent =
  | { type: 'load_started' }
  | { type: 'loaded'; item: Item; draft: EditDraft | null }
  | { type: 'load_failed' }
  | { type: 'found_gone'; draft: EditDraft | null }
  | { type: 'fields_changed'; change: FieldsChange }
  | { type: 'save_started' }
  | { type: 'save_refused'; problems: Problems }
  | { type: 'found_changed'; now: Item }
  | { type: 'side_chosen'; part: Part; side: Side }
  | { type: 'conflict_settled' }

/** The next state. An event that does not belong to the current one, such as a late answer, changes nothing. */
export function reduce(state: EditState, event: EditEvent): EditState {
  switch (event.type) {
    case 'load_started':
      return { name: 'loading' }
    case 'loaded':
      return state.name === 'loading' ? edit(event.draft ?? fresh(event.item), event.draft !== null) : state
    case 'load_failed':
      return state.name === 'loading' ? { name: 'failed' } : state
    case 'found_gone':
      return { name: 'gone', typed: typedIn(draftOf(state) ?? event.draft) }
    default:
      return state.name === 'conflict' ? onConflict(state, event) : onEditing(state, event)
  }
}

const fresh = (item: Item): EditDraft => ({ item, fields: fieldsOf(item) })

const edit = ({ item, fields }: EditDraft, isRestored = false): Editing => ({
  name: 'editing',
  item,
  fields,
  isRestored,
  saving: false,
  refusal: null,
})

function onEditing(state: EditState, event: EditEvent): EditState {
  if (state.name !== 'editing') return state
  switch (event.type) {
    case 'fields_changed':
      return { ...state, fields: changedFields(state.fields, event.change) }
    case 'save_started':
      return { ...state, saving: true, refusal: null }
    case 'save_refused':
      return { ...state, saving: false, refusal: { problems: event.problems, fields: state.fields } }
    case 'found_changed':
      return conflictOf(state, event.now)
    default:
      return state
  }
}

/** The first choices: the parts that the person edited are theirs, all others are as in the present item. */
function conflictOf({ item, fields }: EditDraft, now: Item): Conflict {
  const edited = differentParts(fieldsOf(item), fields)
  const sides = differentParts(fieldsOf(now), fields).map((part): [Part, Side] => [
    part,
    edited.includes(part) ? 'mine' : 'now',
  ])
  return { name: 'conflict', item, fields, now, choices: Object.fromEntries(sides) }
}

function onConflict(state: Conflict, event: EditEvent): EditState {
  switch (event.type) {
    case 'side_chosen':
      return { ...state, choices: { ...state.choices, [event.part]: event.side } }
    case 'conflict_settled':
      return edit(settled(state))
    default:
      return state
  }
}

/** The edit that continues from the present item, with the chosen parts. */
export function settled({ fields, now, choices }: Conflict): EditDraft {
  const current = fieldsOf(now)
  const taken = differentParts(current, fields).filter((part) => choices[part] === 'now')
  return { item: now, fields: withParts(fields, taken, current) }
}

/** The present draft; null in steps without one. */
export const draftOf = (state: EditState): EditDraft | null =>
  state.name === 'editing' || state.name === 'conflict' ? state : null

/** True when something was typed or chosen since editing began. */
export const isEdited = ({ item, fields }: EditDraft): boolean =>
  differentParts(fieldsOf(item), fields).length > 0

const typedIn = (draft: EditDraft | null) => (draft && isEdited(draft) ? draft.fields : null)

const store = tabDraft<EditDraft>('folio.edit-draft', 2)

/** What this person typed about an item in this tab without saving it; null when there is nothing. */
export function loadEditDraft(userId: string, productId: string): EditDraft | null {
  const draft = store.load(userId)
  return draft?.item.id === productId ? draft : null
}

/** Stores an edit for this tab, if anything was typed. */
export const saveEditDraft = (userId: string, { item, fields }: EditDraft): void =>
  store.save(userId, isEdited({ item, fields }) ? { item, fields } : null)

/** Removes the stored edit: it was saved or discarded. */
export const forgetEditDraft = (userId: string): void => store.save(userId, null)
