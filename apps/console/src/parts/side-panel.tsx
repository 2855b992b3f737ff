import { Icon, IconButton } from '@maru/ui'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

interface Props {
  /** What the record is: 출금 신청. */
  title: string
  /** Its number and state, behind the title. */
  badges?: ReactNode
  /** Where it stands in the list, and the ways to its neighbours. */
  place?: { readonly at: number; readonly of: number; readonly go: (by: 1 | -1) => void }
  onClose: () => void
  children: ReactNode
  /** The action, which stays in view: before → after, reason, buttons. */
  footer?: ReactNode
}

/** The open record: what → context → history above, and the action below, in this order on every page. */
export function SidePanel({ title, badges, place, onClose, children, footer }: Props) {
  return (
    <aside className="side" aria-label={title}>
      <header className="side-h">
        <h2>{title}</h2>
        {badges}
        <span className="sp" />
        {place && place.at >= 0 && (
          <>
            <span className="num dim">
              {place.at + 1} / {place.of}
            </span>
            <IconButton label={t('previousOne')} disabled={place.at === 0} onClick={() => place.go(-1)}>
              <Icon name="up" />
            </IconButton>
            <IconButton label={t('nextOne')} disabled={place.at + 1 >= place.of} onClick={() => place.go(1)}>
              <Icon name="down" />
            </IconButton>
          </>
        )}
        <IconButton label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="side-b" tabIndex={0} aria-label={t('contentOf', { title })}>
        {children}
      </section>
      {footer && <div className="side-f">{footer}</div>}
    </aside>
  )
}
