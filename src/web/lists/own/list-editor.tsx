import type { ComponentProps } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { EndOfOwnList } from '../../my-folio/list/end-of-list.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ListCover } from '../list-cover.tsx'
import { AddButton } from './add-button.tsx'
import { CoverField } from './cover-field.tsx'
import { EditedItems } from './edited-items.tsx'
import type { OwnListItem, OwnListPage } from './own-list-data.ts'
import { showList, useRefreshLists } from './own-list-query.ts'
import { PointStage } from './point-stage.tsx'

type ListEditorProps = {
  list: OwnListPage
  items: readonly OwnListItem[]
  nextCursor: string | null
  query: ComponentProps<typeof EndOfOwnList>['query']
}

/** The owner changes a list where it stands (docs/product/lists-screens.md#editing). Loaded lazily. */
export function ListEditor({ list, items, nextCursor, query }: ListEditorProps) {
  const change = useChange(list)
  const isLook = list.is_look && list.cover_url !== null
  return (
    <div className="list-page" data-look={isLook ? '' : undefined}>
      <div className="stack gap-5">
        {isLook ? (
          <PointStage list={list} items={items} />
        ) : (
          <ListCover
            list={list}
            isFirst
            className="max-sm:-mx-gutter sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line"
          />
        )}
        <div className="flex flex-wrap gap-2">
          <CoverField
            userId={list.user_id}
            kind={isLook ? 'look' : 'list'}
            label={isLook ? 'Another photo' : list.cover_url ? 'Another cover' : 'Upload a cover'}
            onStored={(cover_url) => change.run({ cover_url })}
          />
          {list.cover_url && !isLook && (
            <Button size="sm" variant="ghost" onClick={() => void change.run({ cover_url: null })}>
              Remove<span className="sr-only"> cover</span>
            </Button>
          )}
          {!isLook && !list.is_saved && (
            <CoverField
              userId={list.user_id}
              kind="look"
              label="Make it a look"
              onStored={(cover_url) => change.run({ cover_url, is_look: true })}
            />
          )}
        </div>
        <WordsForm key={list.version} list={list} />
      </div>
      <div className="stack min-w-0 gap-4">
        <div className="flex min-h-11 items-center justify-between gap-3">
          <h2 className="t-heading">{isLook ? 'In this photo' : 'In this list'}</h2>
          {list.items_count > 0 && !list.is_saved && <AddButton list={list} />}
        </div>
        <EditedItems list={list} items={items} isLook={isLook} nextCursor={nextCursor} />
        <EndOfOwnList query={query} />
      </div>
    </div>
  )
}

type Changes = { cover_url?: string | null; is_look?: boolean; title?: string; words?: string }

/** Saves changes of the list, and shows them at once. */
function useChange(list: OwnListPage, done?: string) {
  const refreshLists = useRefreshLists()
  return useAct({
    send: (api, body: Changes) =>
      api('PATCH /api/v1/me/lists/:id', { params: { id: list.id }, body }, { ifMatch: list.version }),
    after: (changed) => {
      showList(queryClient(), changed)
      return refreshLists()
    },
    done,
    failed: 'Not saved',
  })
}

type WordsFormProps = { list: OwnListPage }

function WordsForm({ list }: WordsFormProps) {
  const act = useChange(list, 'Saved')
  const { formProps, isBusy, register, problem, formState } = useActForm(act, {
    start: { title: list.title, words: list.words ?? '' },
  })
  return (
    <Panel>
      <form {...formProps} className="stack gap-4">
        <Field label="Title" error={problem('title')}>
          <TextInput
            {...register('title', filled('Please enter a title.'))}
            maxLength={longest.listTitle}
            disabled={list.is_saved}
          />
        </Field>
        <Field label="Words" error={problem('words')} hint="What holds these things together, in your words.">
          <TextArea {...register('words')} maxLength={longest.listWords} />
        </Field>
        <Button
          type="submit"
          variant="ink"
          size="sm"
          className="justify-self-start"
          busy={isBusy}
          disabled={!formState.isDirty}
        >
          Save
        </Button>
      </form>
    </Panel>
  )
}
