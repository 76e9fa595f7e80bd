import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StepUp } from '../../account/two-step/step-up.tsx'
import { AppScreen } from '../../app/app-screen.tsx'
import { PageHead, type TopBarProps } from '../../shell/page-head.tsx'
import { AskSecond } from '../second/ask-second.tsx'
import { AdminSide, AdminTabs } from './admin-nav.tsx'
import { type AdminAddress, adminGroups, listedAdminPageAt } from './admin-pages.ts'
import { AdminViews } from './views.tsx'

type AdminScreenProps = {
  /** The heading of a page below those of the navigation, which have theirs in the list of pages. */
  title?: string
  subtitle?: ReactNode
  /** The target of Back, of a page below another one. */
  back?: AdminAddress | '/admin/questions'
  /** Keeps texts and forms to a width that reads well; tables take the window's. */
  width?: 'mid' | 'full'
  children: ReactNode
}

const [panel] = adminGroups[0].pages

/** The frame of an admin page: its heading, and the way to the other pages. */
export function AdminScreen({ title, subtitle, back, width = 'mid', children }: AdminScreenProps) {
  // Of the page itself: the address may be another one already, whose page is still loading.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const listed = listedAdminPageAt(path)
  const heading = title ?? listed?.title ?? panel.title
  const bar: TopBarProps = back
    ? { title: heading, back: { to: back } }
    : { title: panel.title, back: { to: '/profile' } }
  return (
    <AppScreen bar={bar} width={width === 'full' ? 'wide' : width} side={<AdminSide />}>
      <AdminTabs />
      <PageHead title={heading} subtitle={subtitle} subtitleWide />
      {listed?.page.views && <AdminViews label={listed.page.label} views={listed.page.views} />}
      {children}
      <AskSecond />
      <StepUp />
    </AppScreen>
  )
}
