import { Button } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { earningsArt, inboxArt, profileArt } from '../ui/feedback/drawings.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Skeleton, Spinner } from '../ui/feedback/loading.tsx'
import { PartFailed } from '../ui/feedback/part-failed.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ToastCard } from '../ui/feedback/toaster.tsx'
import { longText, nothing, Shelf, Specimen, Wide } from './shelf.tsx'

const drawings = { inboxArt, profileArt, earningsArt }

/** Messages of loading, empty, failed and finished states. */
export const Messages = () => (
  <Shelf title="Messages">
    <Specimen name="banners">
      <Wide>
        <Banner tone="bad">Oops! That didn&apos;t look like an Amazon product link. Try again?</Banner>
      </Wide>
      <Wide>
        <Banner tone="good">Product Created! Ready to share.</Banner>
      </Wide>
      <Wide>
        <Banner tone="note" action={<Button size="sm">Reload</Button>}>
          {longText}
        </Banner>
      </Wide>
    </Specimen>
    <Specimen name="toasts, as they look and as they come">
      <Wide>
        <ToastCard
          tone="success"
          title="Copied!"
          description="Product link copied to clipboard"
          onDismiss={nothing}
        />
      </Wide>
      <Wide>
        <ToastCard
          tone="error"
          title="Error"
          description={longText}
          action={{ label: 'Undo', onPress: nothing }}
          onDismiss={nothing}
        />
      </Wide>
      <Button onClick={() => toast.success('Success!', { description: 'Item updated successfully.' })}>
        Show a toast
      </Button>
    </Specimen>
    <Specimen name="on the way: rings and shimmering boxes">
      <Spinner size="sm" />
      <Spinner size="md" />
      <Spinner label="Loading" />
      <div className="stack w-full max-w-100 gap-2">
        <Skeleton className="h-5 w-3/4 rounded-xs" />
        <Skeleton className="h-24 rounded-md" />
      </div>
    </Specimen>
    <Specimen name="nothing here: with its own drawing, and what to do next">
      {Object.entries(drawings).map(([name, art]) => (
        <Wide key={name}>
          <EmptyState
            level={3}
            art={art}
            title="Inbox is empty"
            action={<Button variant="primary">Add product</Button>}
          >
            What you send to the Inbox waits here until you give it a category.
          </EmptyState>
        </Wide>
      ))}
    </Specimen>
    <Specimen name="a list that failed; a part of a page that did, and does not come at all">
      <Wide>
        <ErrorState level={3} message="Failed to load products" onRetry={nothing} />
      </Wide>
      <Wide>
        <ErrorState level={3} bare retrying message={longText} onRetry={nothing} />
      </Wide>
      <Wide>
        <PartFailed isGone={false} onRetry={nothing} />
        <PartFailed isGone onRetry={nothing} />
      </Wide>
    </Specimen>
  </Shelf>
)
