import type { ReactNode } from 'react'

/** Grey ground in place of data that is on its way; as high as the data. */
export function Skeleton({
  width,
  height = 12,
  className,
}: {
  width?: number | string
  height?: number
  className?: string
}) {
  return <span className={className ? `skel ${className}` : 'skel'} style={{ width, height }} aria-hidden="true" />
}

/** An empty list: what is missing and what fills it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <b>{title}</b>
      {children}
    </div>
  )
}

export type BadgeTone = 'neutral' | 'up' | 'down' | 'warn' | 'alert' | 'ok' | 'demo'
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={tone === 'neutral' ? 'badge' : `badge badge-${tone}`}>{children}</span>
}

/** A sentence inside a page that the reader should not miss. */
export function Strip({ tone, children }: { tone?: 'warn'; children: ReactNode }) {
  return <div className={tone ? `strip strip-${tone}` : 'strip'}>{children}</div>
}
