import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import { LegalList, LegalPage, LegalPart } from './legal-page.tsx'

/** The Privacy Policy: what is really stored, for how long (decisions: Name, Clicks). */
export function PrivacyPage() {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
  return (
    <LegalPage title="Privacy Policy">
      <LegalPart title="If you only look">
        <p>
          {appName} sets no cookies and keeps no record of who you are. When you open a product’s page, or
          press its button to Amazon, a click is stored: the product, the time, the page you came from, and
          what your browser says it is.
        </p>
        <p>
          Your network address is not stored. To tell a second visit from a second person, it is mixed with a
          random number of the day and turned into a code that cannot be turned back. That number is destroyed
          within 48 hours; from then on nobody can connect the code with you, and the next day’s code is
          another one. Clicks are kept for at least 400 days.
        </p>
        <p>
          Product pictures may come from Amazon’s servers, and buttons to Amazon lead there. Amazon then
          learns what any website learns when you visit it; its own privacy notice applies.
        </p>
      </LegalPart>
      <LegalPart title="If you have an account">
        <p>Stored are:</p>
        <LegalList>
          <li>your names, your username and your email address. The address is shown to nobody but you;</li>
          <li>your password, as a code from which it cannot be read;</li>
          <li>for each device you are signed in on: since when, and what its browser says it is;</li>
          <li>the products you post, with everything you write about them. These are public;</li>
          <li>how often your links are clicked, and what they earn.</li>
        </LegalList>
      </LegalPart>
      <LegalPart title="What your browser keeps">
        <p>
          Your session lies in your browser’s own storage until you sign out. So does how you like lists to be
          shown, and, while a tab is open, an item you have begun to add.
        </p>
      </LegalPart>
      <LegalPart title="Who else gets it">
        <p>
          Nothing about you is sold, and there are no advertising or tracking services on these pages. When
          you add a product, its link (not your name) is sent to Amazon to read the product’s details. As an
          Amazon Associate I earn from qualifying purchases.
        </p>
      </LegalPart>
      <LegalPart title="Deletion and questions">
        <p>
          To have your account and its data deleted, to get a copy of it, or to ask anything about it, write
          to the operator of this website from your account’s email address. Records of earnings may have to
          be kept as long as the law asks for; they are then cut off from your name.
        </p>
      </LegalPart>
    </LegalPage>
  )
}
