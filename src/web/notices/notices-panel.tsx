import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DecisionAction } from '../../moderation/contract.ts'
import type { AnswerOf } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryOf, refresh } from '../api/query.ts'
import { queryClient } from '../api/query-client.tsx'
import { useAct } from '../api/use-act.ts'
import { useApi } from '../api/use-api.ts'
import { momentText } from '../format/when-text.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { useAppName } from '../use-app-name.ts'

type Notice = AnswerOf<'GET /api/v1/me/notices'>['items'][number]

/** Admins' decisions on the viewer, until marked as read (docs/product/moderation.md#shown-on-the-next-visit). */
export function NoticesPanel() {
  const api = useApi()
  const dismissal = useAct({
    send: (api, ids: string[]) => api('POST /api/v1/me/notices/seen', { body: { ids } }),
    after: async () => {
      await refresh(queryClient(), 'GET /api/v1/me/notices')
      await queryClient().invalidateQueries({ queryKey: meQuery(api).queryKey })
    },
    failed: { title: 'Error', description: 'It will be shown again on your next visit.' },
  })
  const { data } = useQuery(queryOf(api, 'GET /api/v1/me/notices'))
  if (!data?.items.length) return null
  const { items } = data

  return (
    <section aria-label="Notices" className="surface mb-5 stack gap-3 p-4">
      <ul className="stack gap-4">
        {items.map((notice) => (
          <li key={notice.id}>
            <NoticeText notice={notice} />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        className="justify-self-end"
        busy={dismissal.isBusy}
        onClick={() => void dismissal.run(items.map(({ id }) => id))}
      >
        I have read this
      </Button>
    </section>
  )
}

function NoticeText({ notice: { action, reason, product, list, decided_at: at } }: { notice: Notice }) {
  const { title, now } = noticeTexts[action](useAppName())
  return (
    <div className="flex items-start gap-3">
      <Icon name="alert" />
      <div className="stack min-w-0 flex-1 gap-1 text-small wrap-anywhere">
        <h2 className="font-semibold">{title}</h2>
        {product && (
          <p>
            <Link to="/l/$ref" params={{ ref: product.id }} className="link">
              <bdi>{product.title}</bdi>
            </Link>
          </p>
        )}
        {list && (
          <p>
            <bdi>{list.title}</bdi>
          </p>
        )}
        <p>
          Reason: “<bdi>{reason}</bdi>”
        </p>
        <p className="text-ink-2">{now}</p>
        <time dateTime={at} className="num text-caption text-ink-3">
          {momentText(at)}
        </time>
      </div>
    </div>
  )
}

type Texts = { title: string; now: string }

const objection =
  'If you think this is a mistake, answer the mail about it or write to the operator of this website.'

/** The texts of each decision for the person it concerns (docs/product/moderation.md#shown-on-the-next-visit). */
export const noticeTexts: Record<DecisionAction, (appName: string) => Texts> = {
  product_hidden: (appName) => ({
    title: `${appName} has hidden one of your items`,
    now: `Nobody but you can see it any more. Its earnings stay yours. ${objection}`,
  }),
  product_restored: () => ({
    title: 'One of your items is back',
    now: 'Everyone can see it again. You do not have to do anything.',
  }),
  list_hidden: (appName) => ({
    title: `${appName} has hidden one of your lists`,
    now: `Nobody but you can see it any more. Its links lead to the products. ${objection}`,
  }),
  list_restored: () => ({
    title: 'One of your lists is back',
    now: 'Everyone can see it again, if it is public. You do not have to do anything.',
  }),
  account_suspended: (appName) => ({ title: `Your ${appName} account was suspended`, now: objection }),
  account_restored: (appName) => ({
    title: `Your ${appName} account is back`,
    now: 'Your profile and your items are shown again. You do not have to do anything.',
  }),
  sessions_ended: (appName) => ({
    title: `You were signed out of ${appName} everywhere`,
    now: 'If others may know your password, set a new one in your profile.',
  }),
}
