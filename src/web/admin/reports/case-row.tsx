import { Link } from '@tanstack/react-router'
import { ownerTexts } from '../../../shared/fields/owner-fields.ts'
import { fullName } from '../../../shared/full-name.ts'
import { displayTitle } from '../../../shared/product.ts'
import { counted } from '../../format/count-text.ts'
import { momentDay, momentText } from '../../format/when-text.ts'
import { ProductImage } from '../../look/image.tsx'
import { useWithheldPicture } from '../../look/use-withheld-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { ModerationCase } from '../answers.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { decisionsOn } from './decisions.ts'

type CaseProps = { one: ModerationCase }

/** A case: the reported product, list or profile, its owner, its reports, earlier decisions, and buttons. */
export function CaseRow({ one }: CaseProps) {
  return (
    <article className="stack gap-3 p-4">
      <Head one={one} />
      <Cover one={one} />
      <Photos one={one} />
      <Content one={one} />
      <Reports one={one} />
      <Earlier one={one} />
      <DecisionButtons decisions={decisionsOn(one)} />
    </article>
  )
}

function Head({ one }: CaseProps) {
  const { product, list, account, noted_at: notedAt } = one
  const withheldFace = useWithheldPicture(account?.avatar_url, Boolean(account?.suspended))
  return (
    <div className="flex items-start gap-3">
      {product ? (
        <ProductImage
          src={product.image_url}
          source={product.image_source === 'amazon' ? 'amazon' : 'own'}
          shape="thumb56"
        />
      ) : list ? (
        <ProductImage src={list.cover_url} source="own" shape="thumb56" />
      ) : (
        <Avatar
          name={account ? fullName(account) : '?'}
          src={withheldFace ?? account?.avatar_url ?? null}
          size={48}
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 dir="auto" className="min-w-0 text-small font-semibold wrap-anywhere">
            <Name one={one} />
          </h2>
          {(product?.hidden ?? list?.hidden) && <Badge tone="accent">Hidden</Badge>}
          {list && <Badge>List</Badge>}
          {product?.is_deleted && <Badge>Deleted</Badge>}
          {account?.suspended && <Badge tone="accent">Suspended</Badge>}
          {account?.is_admin && <Badge tone="line">Admin</Badge>}
        </div>
        <p className="num text-caption text-ink-3">
          {account
            ? `@${account.username}, here since ${momentDay(account.created_at)}`
            : 'Someone who has left'}
        </p>
        <p className="num text-small">
          {reportsText(one)}{' '}
          <time dateTime={notedAt} className="text-caption whitespace-nowrap text-ink-3">
            {momentText(notedAt)}
          </time>
        </p>
      </div>
    </div>
  )
}

/** The name of what was reported, with a link where admins can see its page. */
function Name({ one: { product, list, account } }: CaseProps) {
  if (product?.is_deleted) return displayTitle(product)
  if (product)
    return (
      <Link to="/l/$ref" params={{ ref: product.id }} className="link">
        {displayTitle(product)}
      </Link>
    )
  if (list) return <ListName list={list} account={account} />
  if (!account) return 'Profile'
  if (account.suspended) return fullName(account)
  return (
    <Link to="/$username" params={{ username: account.username }} className="link">
      {fullName(account)}
    </Link>
  )
}

/** A list's title, with a link while its page is there. */
function ListName({ list, account }: { list: List; account: ModerationCase['account'] }) {
  const isThere = list.is_public && !list.hidden && account !== null && !account.suspended
  if (!isThere) return list.title
  return (
    <a href={`/${account.username}/${list.slug}`} className="link">
      {list.title}
    </a>
  )
}

/** What its owner wrote of a product, below its title. */
const texts = ownerTexts.filter((name) => name !== 'title')

function wordsOf({ product, list, account }: ModerationCase): (string | null | undefined)[] {
  if (product) return [...texts.map((name) => product[name]), product.tags?.map((tag) => `#${tag}`).join(' ')]
  return list ? [list.words, list.lines.join('\n')] : [account?.bio, account?.links.join(' ')]
}

function Content({ one }: CaseProps) {
  return wordsOf(one).map((text) =>
    text ? (
      <p
        key={text}
        dir="auto"
        className="line-clamp-4 text-small wrap-anywhere whitespace-pre-line text-ink-2"
      >
        {text}
      </p>
    ) : null,
  )
}

/** The cover of a reported profile, also where it is withheld from others. */
function Cover({ one: { product, list, account } }: CaseProps) {
  const src = product || list ? null : account?.cover_url
  const withheld = useWithheldPicture(src, Boolean(account?.suspended))
  if (!src) return null
  return <img src={withheld ?? src} alt="Their cover" className="h-24 w-full rounded-md object-cover" />
}

/** All photos of a product with several, large enough to judge what others see. */
function Photos({ one: { product } }: CaseProps) {
  const further = product?.photos ?? []
  if (!product || further.length === 0) return null
  const photos = [product.image_url, ...further].filter((src) => src !== null)
  return (
    <ul aria-label="Photos" className="grid max-w-96 grid-cols-4 gap-2">
      {photos.map((src, n) => (
        <li key={src}>
          <span className="sr-only">
            Photo {n + 1} of {photos.length}
          </span>
          <ProductImage
            src={src}
            source={src === product.image_url && product.image_source === 'amazon' ? 'amazon' : 'own'}
            className="rounded-md"
          />
        </li>
      ))}
    </ul>
  )
}

function Reports({ one: { reports } }: CaseProps) {
  if (reports.length === 0) return null
  return (
    <ul aria-label="Newest reports" className="stack gap-1 border-s-2 ps-3">
      {reports.map(({ reason, text, reporter, created_at: at, is_open: isOpen }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id, and their order never changes.
        <li key={`${at}${n}`} className="text-small wrap-anywhere">
          {reasonTexts[reason]}
          {text && (
            <>
              : “<bdi>{text}</bdi>”
            </>
          )}{' '}
          <span className="num text-caption text-ink-3">
            {reporter ? `@${reporter}` : 'a visitor'}, {momentText(at)}
            {!isOpen && ', closed'}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Earlier({ one: { decisions } }: CaseProps) {
  if (decisions.length === 0) return null
  return (
    <ul aria-label="Earlier decisions on this person" className="stack gap-1 text-caption text-ink-2">
      {decisions.map(({ action, reason, by, decided_at: at }) => (
        <li key={`${at}${action}`} className="num wrap-anywhere">
          {actionTexts[action]} by {by ? `@${by}` : 'the operator'}, {momentText(at)}: “<bdi>{reason}</bdi>”
        </li>
      ))}
    </ul>
  )
}

type List = NonNullable<ModerationCase['list']>
type Reason = ModerationCase['reports'][number]['reason']
type Action = ModerationCase['decisions'][number]['action']

/** The reasons of reports, in a few words. */
const reasonTexts: Record<Reason, string> = {
  spam: 'Spam',
  misleading: 'Not what it says',
  offensive: 'Offensive',
  impersonation: 'Someone else’s identity or pictures',
  other: 'Something else',
}

/** The decisions, in a few words. */
const actionTexts: Record<Action, string> = {
  product_hidden: 'Item hidden',
  product_restored: 'Item shown again',
  list_hidden: 'List hidden',
  list_restored: 'List shown again',
  account_suspended: 'Account suspended',
  account_restored: 'Account let back in',
  sessions_ended: 'Signed out everywhere',
}

/** `3 open reports: Spam 2, Offensive 1`, `3 open reports: Spam`, or a text for a case without open reports. */
function reportsText({ open_reports: count, reasons }: ModerationCase): string {
  if (count === 0) return 'No open reports'
  const named = Object.entries(reasons)
  const why = named.map(([reason, n]) => reasonTexts[reason as Reason] + (named.length > 1 ? ` ${n}` : ''))
  return `${counted(count, 'open report')}: ${why.join(', ')}`
}
