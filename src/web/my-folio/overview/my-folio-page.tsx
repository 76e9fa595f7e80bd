import type { ReactNode } from 'react'
import { AppScreen } from '../../app/app-screen.tsx'
import { useMedia } from '../../browser/use-media.ts'
import { useFirstStepsKnown } from '../../first-steps/first-steps.tsx'
import { OverviewSkeleton } from '../../look/overview-skeleton.tsx'
import { NotesBell } from '../../notes/notes-bell.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { WithCategories } from '../with-categories.tsx'
import { Overview } from './overview.tsx'
import { OwnSearch, useSearchToggle } from './own-search.tsx'

/** The personal collection (docs/product/my-folio.md#overview). */
export function MyFolioPage() {
  const search = useSearchToggle()
  const isWide = useMedia('(min-width: 64rem)')
  const areStepsKnown = useFirstStepsKnown()
  const box = search.isOpen && <OwnSearch onClose={search.close} />
  const toggle = (
    <IconButton
      ref={search.toggle}
      icon="search"
      label="Search"
      iconSize={isWide ? 20 : 24}
      onClick={search.open}
    />
  )
  return (
    <AppScreen
      width="wide"
      bar={{
        title: 'My Folio',
        ...(!isWide && { actions: <BarTools toggle={toggle} />, around: (content) => box || content }),
      }}
    >
      <PageHead
        title="My Folio"
        subtitle="Your organized product collection"
        actions={
          isWide && (
            <>
              {box || toggle}
              <ButtonLink to="/filing-cabinet">
                <Icon name="cabinet" />
                Filing Cabinet
              </ButtonLink>
            </>
          )
        }
      />
      <WithCategories waiting={<OverviewSkeleton />} isHeld={!areStepsKnown}>
        {(categories) => <Overview categories={categories} />}
      </WithCategories>
    </AppScreen>
  )
}

type BarToolsProps = { toggle: ReactNode }

function BarTools({ toggle }: BarToolsProps) {
  return (
    <>
      {toggle}
      <ButtonLink to="/filing-cabinet" size="sm" className="mx-1">
        <Icon name="cabinet" className="min-[360px]:hidden" />
        <span className="max-[359px]:sr-only">Filing Cabinet</span>
      </ButtonLink>
      <NotesBell />
    </>
  )
}
