import { describe, expect, it } from 'vitest'
import { fieldsOf, type Item, type ItemFields } from '../form/item-fields.ts'
import { itemWith } from '../testing/item.ts'
import { type EditEvent, type EditState, isEdited, reduce, settled } from './edit-flow.ts'

const loading: EditState = { name: 'loading' }
const stateAfter = (...events: EditEvent[]): EditState => events.reduce(reduce, loading)
const loaded = (item: Item): EditEvent => ({ type: 'loaded', item, draft: null })
const type = (change: Partial<ItemFields>): EditEvent => ({ type: 'fields_changed', change })

describe('opening an edit', () => {
  it('shows the item, unedited', () => {
    const state = stateAfter(loaded(itemWith()))
    expect(state).toMatchObject({ name: 'editing', isRestored: false, fields: { title: 'Kettle' } })
    expect(state.name === 'editing' && isEdited(state)).toBe(false)
  })

  it('continues a draft, from the version that it was based on', () => {
    const item = itemWith()
    const draft = { item, fields: { ...fieldsOf(item), title: 'Half done' } }
    const state = stateAfter({ type: 'loaded', item: itemWith({ version: 2, title: 'Pot' }), draft })
    expect(state).toMatchObject({ name: 'editing', isRestored: true, item, fields: { title: 'Half done' } })
  })

  it('can fail and be tried again', () => {
    expect(stateAfter({ type: 'load_failed' })).toEqual({ name: 'failed' })
    expect(stateAfter({ type: 'load_failed' }, { type: 'load_started' })).toEqual(loading)
  })

  it('ignores a late answer', () => {
    const editing = stateAfter(loaded(itemWith()), type({ title: 'Typed' }))
    expect(reduce(editing, loaded(itemWith()))).toBe(editing)
    expect(reduce(editing, { type: 'load_failed' })).toBe(editing)
  })
})

describe('a failed save', () => {
  it('keeps everything typed, with the errors', () => {
    const problems = { title: 'Item title is required.' }
    const state = stateAfter(
      loaded(itemWith()),
      type({ title: ' ', user_comment: 'Typed' }),
      { type: 'save_started' },
      { type: 'save_refused', problems },
    )
    expect(state).toMatchObject({
      saving: false,
      fields: { title: ' ', user_comment: 'Typed' },
      refusal: { problems, fields: { title: ' ' } },
    })
  })
})

describe('an item that was deleted elsewhere', () => {
  it('keeps what was typed', () => {
    const gone = stateAfter(loaded(itemWith()), type({ user_comment: 'Typed' }), {
      type: 'found_gone',
      draft: null,
    })
    expect(gone).toMatchObject({ name: 'gone', typed: { title: 'Kettle', user_comment: 'Typed' } })
  })

  it('keeps an earlier draft', () => {
    const item = itemWith()
    const draft = { item, fields: { ...fieldsOf(item), title: 'Half done' } }
    expect(stateAfter({ type: 'found_gone', draft })).toMatchObject({
      name: 'gone',
      typed: { title: 'Half done' },
    })
  })

  it('keeps nothing where nothing was typed', () => {
    expect(stateAfter(loaded(itemWith()), { type: 'found_gone', draft: null })).toEqual({
      name: 'gone',
      typed: null,
    })
  })
})

describe('an item that was changed elsewhere (docs/product/edit-item.md#changed-elsewhere)', () => {
  const now = itemWith({ version: 2, title: 'Theirs', tags: ['theirs'], in: 'home' })
  const conflict = stateAfter(loaded(itemWith()), type({ title: 'Mine', user_comment: 'Mine too' }), {
    type: 'found_changed',
    now,
  })

  function settle(state: EditState) {
    if (state.name !== 'conflict') throw new Error(`there is no conflict, but ${state.name}`)
    return settled(state)
  }

  it('shows every part that differs, and takes only what the person edited as theirs', () => {
    expect(conflict).toMatchObject({
      name: 'conflict',
      choices: { title: 'mine', user_comment: 'mine', category_id: 'now', tags: 'now' },
    })
    expect(settle(conflict)).toEqual({
      item: now,
      fields: { ...fieldsOf(now), title: 'Mine', user_comment: 'Mine too' },
    })
  })

  it('takes what the person chooses', () => {
    const chosen = [
      { type: 'side_chosen', part: 'title', side: 'now' },
      { type: 'side_chosen', part: 'tags', side: 'mine' },
    ] as const
    expect(settle(chosen.reduce(reduce, conflict)).fields).toMatchObject({
      title: 'Theirs',
      tags: ['tea'],
      organization: 'category',
      user_comment: 'Mine too',
    })
  })

  it('continues from the newer version, unedited where all of it was chosen', () => {
    const taken = (['title', 'user_comment'] as const).reduce<EditState>(
      (state, part) => reduce(state, { type: 'side_chosen', part, side: 'now' }),
      conflict,
    )
    const editing = reduce(taken, { type: 'conflict_settled' })
    expect(editing).toMatchObject({ name: 'editing', item: now, saving: false })
    expect(editing.name === 'editing' && isEdited(editing)).toBe(false)
  })

  it('may be changed again, and then deleted', () => {
    const again = reduce(reduce(conflict, { type: 'conflict_settled' }), {
      type: 'found_changed',
      now: itemWith({ version: 3, title: 'Third', in: 'home', tags: ['theirs'] }),
    })
    expect(again).toMatchObject({ name: 'conflict', choices: { title: 'mine', user_comment: 'mine' } })
    expect(reduce(again, { type: 'found_gone', draft: null })).toMatchObject({ typed: { title: 'Mine' } })
  })
})
