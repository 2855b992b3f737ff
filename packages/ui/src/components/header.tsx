import type { ReactNode } from 'react'

/** The header of 48 px: what leads back or opens the menu, title or instrument, and what stands at the right. */
export function HeaderBar({ lead, title, children }: { lead?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <header className="hdr">
      {lead}
      {typeof title === 'string' ? <h1 className={lead ? 'hdr-title has-lead' : 'hdr-title'}>{title}</h1> : title}
      <span className="sp" />
      {children}
    </header>
  )
}

/** A count on an icon, capped at 99+. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className="count">{count > 99 ? '99+' : count}</span> : null
}
