import { mayRead } from '@maru/contract/permissions'
import { Skeleton } from '@maru/ui'
import { type ReactNode, useEffect } from 'react'
import { NavLink } from 'react-router'
import { useMe } from '../../session/staff.ts'
import { tabs } from './tabs.ts'
import { t } from './texts.ts'

interface Props {
  /** The part that is open. */
  title: string
  /** What is in view, at the right of the head. */
  tools?: ReactNode
  /** What gathers beside it: the changes that wait to be sent, or an open record. */
  side?: ReactNode
  children: ReactNode
}

/** What stands around every part of the settings: the list of parts, the head, and what is open beside it. */
export function SiteFrame({ title, tools, side, children }: Props) {
  const { role } = useMe()
  useEffect(() => {
    document.title = t('pageTitle', { title })
  }, [title])
  return (
    <div className={side ? 'work site-work has-side' : 'work site-work'}>
      <nav className="site-nav" aria-label={t('settings')}>
        <h1>{t('siteSettings')}</h1>
        {tabs
          .filter(({ permission }) => mayRead(role, permission))
          .map(({ key, title: name }) => (
            <NavLink key={key} to={`/site/${key}`}>
              {name}
            </NavLink>
          ))}
      </nav>
      <main id="main" className="main">
        <header className="ph">
          <h2>{title}</h2>
          <span className="sp" />
          {tools}
        </header>
        {children}
      </main>
      {side}
    </div>
  )
}

/** A part that is on its way. */
export const TabSkeleton = () => (
  <div className="panel pad-all" aria-busy="true">
    <span className="sr">{t('loading')}</span>
    <Skeleton width="100%" height={320} />
  </div>
)
