import type { Api } from '../../api/client.ts'
import type { ModerationCase } from '../answers.ts'

/** A decision that an admin can make, with its texts and its call. */
export type Decision = {
  /** The name under which a reason being typed is stored for the tab. */
  subject: string
  label: string
  title: string
  confirm: string
  tone: 'primary' | 'danger'
  /** The consequences, in words. */
  text: string
  /** Who will read the reason. */
  hint: string
  done: string
  send: (api: Api, reason: string) => Promise<{ outcome: 'changed' | 'as_it_was' }>
}

const personReadsIt = 'The person reads it in a mail. It is kept in the audit log.'
const adminsReadIt = 'Kept in the audit log for other admins; nobody else sees it.'

/** The decisions possible on a case, the mildest first. */
export function decisionsOn(one: ModerationCase): Decision[] {
  const { product, list, account } = one
  return [
    ...(one.open_reports > 0 ? [dismissing(one)] : []),
    ...(product && !product.is_deleted ? [ofProduct(product)] : []),
    ...(list ? [ofList(list)] : []),
    ...(account ? ofAccount(account) : []),
  ]
}

const dismissing = ({ id, noted_at }: ModerationCase): Decision => ({
  subject: `dismiss ${id}`,
  label: 'Dismiss',
  title: 'Dismiss the reports?',
  confirm: 'Dismiss',
  tone: 'primary',
  text: 'The reports are closed and nothing else changes. Newer ones bring it up again.',
  hint: adminsReadIt,
  done: 'Reports dismissed',
  send: (api, reason) =>
    api('POST /api/v1/admin/reports/:id/dismiss', { params: { id }, body: { reason, noted_at } }),
})

export type ProductToDecide = { id: string; hidden: unknown }
export type AccountToDecide = { id: string; username: string; suspended: unknown; is_admin: boolean }

/** The decision possible on a product, reported or not: to hide it or to show it again. */
export function ofProduct({ id, hidden }: ProductToDecide): Decision {
  const params = { id }
  return hidden
    ? {
        subject: `show ${id}`,
        label: 'Show item again',
        title: 'Show the item again?',
        confirm: 'Show again',
        tone: 'primary',
        text: 'Everyone sees it again, unless its owner’s account is suspended.',
        hint: personReadsIt,
        done: 'The item is shown again',
        send: (api, reason) => api('POST /api/v1/admin/products/:id/restore', { params, body: { reason } }),
      }
    : {
        subject: `hide ${id}`,
        label: 'Hide item',
        title: 'Hide the item?',
        confirm: 'Hide',
        tone: 'danger',
        text: 'Nobody but its owner and admins sees it any more. Its clicks, orders and earnings stay. Its reports are closed.',
        hint: personReadsIt,
        done: 'The item is hidden',
        send: (api, reason) => api('POST /api/v1/admin/products/:id/hide', { params, body: { reason } }),
      }
}

/** The decision possible on a list: to hide it or to show it again. */
export function ofList({ id, hidden }: { id: string; hidden: unknown }): Decision {
  const params = { id }
  return hidden
    ? {
        subject: `show list ${id}`,
        label: 'Show list again',
        title: 'Show the list again?',
        confirm: 'Show again',
        tone: 'primary',
        text: 'Everyone sees it again if it is public, unless its owner’s account is suspended.',
        hint: personReadsIt,
        done: 'The list is shown again',
        send: (api, reason) => api('POST /api/v1/admin/lists/:id/restore', { params, body: { reason } }),
      }
    : {
        subject: `hide list ${id}`,
        label: 'Hide list',
        title: 'Hide the list?',
        confirm: 'Hide',
        tone: 'danger',
        text: 'Nobody but its owner sees it any more. Its links lead to the products. Its reports are closed.',
        hint: personReadsIt,
        done: 'The list is hidden',
        send: (api, reason) => api('POST /api/v1/admin/lists/:id/hide', { params, body: { reason } }),
      }
}

/** The decisions possible on an account, the mildest first. */
export function ofAccount({ id, username, suspended, is_admin }: AccountToDecide): Decision[] {
  const params = { id }
  if (suspended)
    return [
      {
        subject: `restore ${id}`,
        label: 'Let account back in',
        title: `Let @${username} back in?`,
        confirm: 'Let in',
        tone: 'primary',
        text: 'They can sign in again, and their profile and items are shown again, except for items that were hidden on their own.',
        hint: personReadsIt,
        done: `@${username} is let back in`,
        send: (api, reason) => api('POST /api/v1/admin/accounts/:id/restore', { params, body: { reason } }),
      },
    ]
  return [
    {
      subject: `end ${id}`,
      label: 'Sign out everywhere',
      title: `Sign @${username} out everywhere?`,
      confirm: 'Sign out',
      tone: 'primary',
      text: 'All their sessions end at once. They can sign in again with their password.',
      hint: personReadsIt,
      done: `@${username} is signed out`,
      send: (api, reason) =>
        api('POST /api/v1/admin/accounts/:id/end-sessions', { params, body: { reason } }),
    },
    ...(is_admin
      ? []
      : [
          {
            subject: `suspend ${id}`,
            label: 'Suspend account',
            title: `Suspend @${username}?`,
            confirm: 'Suspend',
            tone: 'danger' as const,
            text: 'They are signed out and cannot sign in; their profile and all their items are gone for everyone. What they have earned stays theirs.',
            hint: personReadsIt,
            done: `@${username} is suspended`,
            send: (api: Api, reason: string) =>
              api('POST /api/v1/admin/accounts/:id/suspend', { params, body: { reason } }),
          },
        ]),
  ]
}
