import { Link } from '@tanstack/react-router'
import { useAppName } from '../use-app-name.ts'
import { LegalPage, LegalPart } from './legal-page.tsx'

/** The Terms of Service, short and plain (docs/product/addresses.md#the-table). */
export function TermsPage() {
  const appName = useAppName()
  return (
    <LegalPage title="Terms of Service">
      <LegalPart title="What this is">
        <p>
          {appName} lets you keep a collection of products, share a short link to each of them, and earn
          commission when others buy through it. It is run by whoever operates this website.
        </p>
      </LegalPart>
      <LegalPart title="Your account">
        <p>
          Keep your password to yourself and use an email address that is yours. What is done with your
          account counts as done by you.
        </p>
      </LegalPart>
      <LegalPart title="What you post">
        <p>
          The products you post, with your words and pictures, are public, except those that still show sample
          details. They stay yours; by posting you let {appName} show them to everyone. Post only what you
          have the right to post. Do not mislead people about a product, and do not pass off someone else’s
          words or pictures as your own. The operator may take down what breaks these rules, and close
          accounts that keep breaking them.
        </p>
      </LegalPart>
      <LegalPart title="Links to Amazon and commission">
        <p>As an Amazon Associate I earn from qualifying purchases.</p>
        <p>
          Buttons that lead to Amazon carry a tag of this site. Purchases there are between the buyer and
          Amazon. Whether a purchase qualifies, and what is paid for it, Amazon decides. Clicking your own
          links to buy for yourself does not earn.
        </p>
        <p>
          The operator keeps a part of each commission as a platform fee; your earnings show it with every
          amount. An amount is pending until Amazon has paid for it, and Amazon takes its commission back when
          an order is returned or cancelled: so does your ledger.
        </p>
        <p>
          Prices and availability change. What Amazon shows when you buy is what counts, whatever a page here
          said before.
        </p>
      </LegalPart>
      <LegalPart title="What is not promised">
        <p>
          {appName} is offered as it is. It may be changed, interrupted or ended, and no amount of earnings is
          promised.
        </p>
      </LegalPart>
      <LegalPart title="Leaving">
        <p>
          You may stop at any time. The{' '}
          <Link to="/privacy" className="link">
            Privacy Policy
          </Link>{' '}
          says how your data is deleted.
        </p>
      </LegalPart>
    </LegalPage>
  )
}
