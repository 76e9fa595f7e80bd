import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.tsx'
import { useAct } from '../api/use-act.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'

type BouncePanelProps = { email: string }

/** Above every page while mails to its person do not arrive (docs/product/ways.md#mails-that-do-not-arrive). */
export function BouncePanel({ email }: BouncePanelProps) {
  const api = useApi()
  const { run, isBusy } = useAct({
    send: (api) => api('POST /api/v1/me/ways/test-mail'),
    after: () => queryClient().invalidateQueries({ queryKey: meQuery(api).queryKey }),
    done: { title: 'A mail is on its way', description: 'This goes away once mails arrive again.' },
    failed: { title: 'Error', description: 'No mail was sent. Please try again.' },
  })
  return (
    <div className="mb-5">
      <Banner
        tone="bad"
        action={
          <Button size="sm" busy={isBusy} onClick={() => void run()}>
            Send a test mail
          </Button>
        }
      >
        Mails to <bdi>{email}</bdi> do not arrive, not even those about your sign-in and your payouts. Make
        room there or ask who runs it. New payout details wait until mails arrive again.
      </Banner>
    </div>
  )
}
