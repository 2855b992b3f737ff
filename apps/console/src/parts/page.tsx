import { Skeleton } from '@maru/ui'
import { type ReactNode, useEffect } from 'react'
import { t } from './texts.ts'

interface Props {
  title: string
  /** What is in view, behind the title. */
  sub?: ReactNode
  /** Filters and actions, at the right of the head. */
  tools?: ReactNode
  /** The record that is open (SidePanel). */
  side?: ReactNode
  children: ReactNode
}

/** The frame of a page: head, panes that scroll for themselves, and the open record beside them. */
export function Page({ title, sub, tools, side, children }: Props) {
  useEffect(() => {
    document.title = t('pageTitle', { title })
  }, [title])
  return (
    <div className={side ? 'work has-side' : 'work'}>
      <main id="main" className="main">
        <header className="ph">
          <h1>{title}</h1>
          {sub}
          <span className="sp" />
          {tools}
        </header>
        {children}
      </main>
      {side}
    </div>
  )
}

const rows = ['100%', '100%', '100%', '100%', '100%', '100%', '100%', '100%']

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <div className="work">
      <main id="main" className="main" aria-busy="true">
        <span className="sr">{t('loading')}</span>
        <header className="ph">
          <Skeleton width={120} height={20} />
        </header>
        <div className="panel grow pad-all">
          {rows.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order.
            <Skeleton key={index} width={width} height={32} />
          ))}
        </div>
      </main>
    </div>
  )
}
