import type { DecisionAction } from '../../moderation/contract.ts'

type Texts = { title: string; now: string }

const objection =
  'If you think this is a mistake, answer the mail about it or write to the operator of this website.'

/** The texts of each decision for the person it concerns (docs/product/moderation.md#shown-on-the-next-visit). */
export const noticeTexts: Record<DecisionAction, (appName: string) => Texts> = {
  product_hidden: (appName) => ({
    title: `${appName} has hidden one of your items`,
    now: `Nobody but you can see it any more. What it has earned stays yours. ${objection}`,
  }),
  product_restored: () => ({
    title: 'One of your items is back',
    now: 'Everyone can see it again. There is nothing that you have to do.',
  }),
  account_suspended: (appName) => ({ title: `Your ${appName} account was suspended`, now: objection }),
  account_restored: (appName) => ({
    title: `Your ${appName} account is back`,
    now: 'Your profile and your items are shown again. There is nothing that you have to do.',
  }),
  sessions_ended: (appName) => ({
    title: `You were signed out of ${appName} everywhere`,
    now: 'If others may know your password, set a new one in your profile.',
  }),
}
