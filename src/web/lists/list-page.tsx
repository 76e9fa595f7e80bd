import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { associateSentence } from '../../shared/amazon/associate.ts'
import { ModerationForAdmins } from '../app/account.tsx'
import { PublicScreen } from '../app/public-screen.tsx'
import { ageText } from '../format/age-text.ts'
import { counted } from '../format/count-text.ts'
import { useViewerTime } from '../format/viewer-time.ts'
import { Quote } from '../look/words.tsx'
import { OwnerCard } from '../people/owner-card.tsx'
import { ReportButton } from '../report/report-button.tsx'
import { useSession } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { EmbedHint } from './embed-hint.tsx'
import { ListCard } from './list-card.tsx'
import { ListCover } from './list-cover.tsx'
import type { ListCardData, ListData } from './list-data.ts'
import { listGridClass } from './list-grid-class.ts'
import { ListItems } from './list-items.tsx'
import { LookPhoto, type PointedItem } from './look-photo.tsx'
import { SaveAndShare } from './save-and-share.tsx'

const MoreItems = lazyPart(async () => ({ default: (await import('./more-items.tsx')).MoreItems }))
const OwnList = lazyPart(async () => ({ default: (await import('./own/own-list.tsx')).OwnListOnPage }), {
  isQuiet: true,
})

type ListPageProps = {
  list: ListData
  /** The owner's other public lists. */
  others: readonly ListCardData[]
}

/** A public list or look (docs/product/lists-screens.md#a-list). The server's HTML is the same for everyone. */
export function ListPage({ list, others }: ListPageProps) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === list.user_id
  const [isEditing, setEditing] = useState(false)
  return (
    <PublicScreen current={isOwn ? '/my-folio' : undefined}>
      {(isOwn || session.status === 'loading') && (
        <div className="own-room" data-own={isOwn ? '' : undefined}>
          {isOwn && <OwnList list={list} isEditing={isEditing} onEdit={setEditing} />}
        </div>
      )}
      {isEditing ? (
        <h1 className="sr-only">{list.title}</h1>
      ) : (
        <>
          {list.is_look && list.cover_url ? (
            <Look list={list} src={list.cover_url} />
          ) : (
            <PlainList list={list} />
          )}
          <p className="pt-6 text-caption text-ink-3">
            {associateSentence} What others found stays credited to them.
          </p>
          {!isOwn && <ReportButton thing={{ list_id: list.id }} />}
          {!isOwn && <ModerationForAdmins list={{ id: list.id }} />}
          <MoreLists list={list} others={others} />
        </>
      )}
    </PublicScreen>
  )
}

type OnlyListProps = Pick<ListPageProps, 'list'>

const addressOf = ({ profiles, slug }: ListData) => `/${profiles.username}/${slug}`

function PlainList({ list }: OnlyListProps) {
  const embed = { path: addressOf(list), title: list.title }
  return (
    <article className="list-page">
      <div className="list-stays stack gap-5">
        <ListCover
          list={list}
          isFirst
          className="max-sm:-mx-gutter sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line"
        />
        <div className="stack gap-1.5">
          <p className="text-small text-ink-2">
            A list of {counted(list.items_count, 'thing')}, in <bdi>{list.profiles.first_name}</bdi>’s order
          </p>
          <h1 dir="auto" className="t-display">
            {list.title}
          </h1>
          <p className="text-caption text-ink-3">
            Updated <Updated at={list.updated_at} />
          </p>
        </div>
        <Words list={list} />
        <EmbedHint {...embed} className="max-lg:hidden" />
      </div>
      <div className="stack gap-6">
        <h2 className="sr-only">In this list</h2>
        <Items list={list} />
        <EmbedHint {...embed} className="lg:hidden" />
      </div>
    </article>
  )
}

function Look({ list, src }: OnlyListProps & { src: string }) {
  const items = list.items.items.filter((item): item is PointedItem => item.point !== null)
  // undefined: nobody has chosen yet; null: the card was closed.
  const [chosenId, choose] = useState<string | null>()
  const chosen = chosenId === undefined ? items[0] : items.find(({ id }) => id === chosenId)
  return (
    <article className="list-page" data-look="">
      <div className="list-stays">
        <LookPhoto
          src={src}
          title={list.title}
          items={items}
          chosen={chosen}
          isChosenByHand={chosenId !== undefined}
          onChoose={choose}
          from={addressOf(list)}
        />
      </div>
      <div className="stack gap-5 max-lg:pt-12">
        <div className="stack gap-1.5">
          <p className="text-small font-semibold text-accent-text">Shop this photo</p>
          <h1 dir="auto" className="t-display">
            {list.title}
          </h1>
          <p className="num text-caption text-ink-3">
            {counted(list.items_count, 'thing')} · updated <Updated at={list.updated_at} />
          </p>
        </div>
        <Words list={list} />
        <section className="stack gap-3 pt-2">
          <h2 className="t-heading">In this photo</h2>
          <Items list={list} isNarrow chosenId={chosenId ?? null} />
        </section>
        <EmbedHint path={addressOf(list)} title={list.title} />
      </div>
    </article>
  )
}

function Updated({ at }: { at: string }) {
  const viewer = useViewerTime()
  return <time dateTime={at}>{ageText(at, viewer)}</time>
}

/** The owner's words, who they are, and what one can do with the list. */
function Words({ list }: OnlyListProps) {
  const { user_id: id, profiles, last_name } = list
  return (
    <>
      {list.words && <Quote>{list.words}</Quote>}
      <OwnerCard person={{ id, ...profiles, last_name }} />
      <SaveAndShare list={list} />
    </>
  )
}

type ItemsProps = OnlyListProps & { isNarrow?: boolean; chosenId?: string | null }

function Items({ list, ...look }: ItemsProps) {
  const { items, next_cursor } = list.items
  const from = addressOf(list)
  return (
    <div className="surface overflow-hidden">
      <ListItems items={items} isFirst={!look.isNarrow} from={from} {...look} />
      {next_cursor && <MoreItems key={next_cursor} list={list} from={from} {...look} />}
    </div>
  )
}

/** How many of the others are shown. */
const shownOthers = 3

function MoreLists({ list, others }: ListPageProps) {
  const { first_name, username } = list.profiles
  if (others.length === 0) return null
  return (
    <section className="stack gap-4 pt-10">
      <div className="flex items-center justify-between gap-3">
        <h2 className="t-heading">
          More lists from <bdi>{first_name}</bdi>
        </h2>
        <Link
          to="/$username"
          params={{ username }}
          className="num link grid min-h-11 shrink-0 content-center text-small"
        >
          All {others.length + 1}
        </Link>
      </div>
      <div className={listGridClass}>
        {others.slice(0, shownOthers).map((other) => (
          <ListCard key={other.id} list={other} />
        ))}
      </div>
    </section>
  )
}
