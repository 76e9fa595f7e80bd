import { cartDays } from '../../shared/attribution.ts'
import { useAppName } from '../use-app-name.ts'
import { LegalList, LegalPage, LegalPart } from './legal-page.tsx'

/** The Privacy Policy: what is really stored, for how long (docs/product/clicks.md#what-is-stored). */
export function PrivacyPage() {
  const appName = useAppName()
  return (
    <LegalPage title="Privacy Policy">
      <LegalPart title="If you only look">
        <p>
          {appName} sets no cookies and keeps no record of who you are. When you open a product’s page, or
          press its button to Amazon, a click is stored: the product, the time, the page you came from
          (without what follows its question mark) and its site, what your browser says it is, and, if this
          website has a list of networks, your country. Programs that open a page, such as an app’s preview of
          a link, are stored in the same way and marked as programs.
        </p>
        <p>
          Your network address is not stored. To distinguish a second visit from a second person, it is mixed
          with a random number of the day and turned into a code that cannot be turned back. That number is
          destroyed within 48 hours; from then on nobody can connect the code with you, and the next day’s
          code is another one. Single clicks are stored for at least 400 days and then removed by whole
          months; what stays are sums, such as how often a product was opened on a day, from which site and
          country.
        </p>
        <p>
          The creator of a product sees these sums, and each click’s time, site and country: never the code,
          the page you came from, or what your browser says it is.
        </p>
        <p>
          Product pictures may come from Amazon’s servers, and buttons to Amazon lead there. Amazon then
          learns what any website learns when you visit it; its own privacy notice applies.
        </p>
      </LegalPart>
      <LegalPart title="If you have an account">
        <p>Stored are:</p>
        <LegalList>
          <li>your email address, which is shown to nobody but you;</li>
          <li>your password, as a code from which it cannot be read;</li>
          <li>if you sign in with Google or Apple: your name, address and number there;</li>
          <li>for each device you sign in on: since when, and what its browser says it is;</li>
          <li>
            a code made of your email address and the network you signed in from, which reveals neither, to
            distinguish you from people who guess passwords. It is stored for 90 days;
          </li>
          <li>which categories you have pinned, and whom you follow;</li>
          <li>how often your links are clicked;</li>
          <li>
            the orders that Amazon’s reports credit to your links: what was bought, when, and the commission
            for it. Those reports do not say who bought it, and we do not know;
          </li>
          <li>a ledger of what you earn from them, whose rows are never changed or removed.</li>
        </LegalList>
        <p>
          Public are your names, your username and former ones, your photo, what you write about yourself, and
          the products you post with everything you write about them.
        </p>
      </LegalPart>
      <LegalPart title="What your browser keeps">
        <p>
          Your session lies in your browser’s own storage until you sign out. So does how you like lists and
          charts to be shown and where you put your last item, and, while a tab is open, what you have begun
          to add or edit. Signing in with Google or Apple sets a cookie that lasts ten minutes, so that nobody
          else can finish what you began. Signing in sets one that lasts 90 days and says that you have signed
          in here, so that nobody can keep you out by guessing your password elsewhere.
        </p>
      </LegalPart>
      <LegalPart title="Who else gets it">
        <p>
          Nothing about you is sold, and there are no advertising or tracking services on these pages. When
          you add a product, its link (not your name) is sent to Amazon to read the product’s details. As an
          Amazon Associate I earn from qualifying purchases.
        </p>
      </LegalPart>
      <LegalPart title="Your data is yours">
        <p>
          On your profile page you can download everything that is stored about you, as one file, and delete
          your account.
        </p>
        <p>
          Deleting takes effect at once and cannot be undone. Your profile, products, pictures, follows and
          sign-ins are removed. What stays is cut off from you: your usernames, so that nobody else can pose
          as you; which item each short link led to and how often it was clicked, since orders may arrive for{' '}
          {cartDays} days; and the records of orders and earnings, as long as the law asks for them.
        </p>
        <p>For anything else, write to the operator of this website.</p>
      </LegalPart>
    </LegalPage>
  )
}
