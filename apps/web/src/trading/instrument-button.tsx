import { Icon } from '@maru/ui'
import type { ReactNode } from 'react'

/** The heading of a trade page: what is traded, as the button that leads to the list of all. `label` says what it does. */
export function InstrumentButton({
  label,
  onOpen,
  children,
}: {
  label: string
  onOpen: () => void
  children: ReactNode
}) {
  return (
    <h1 className="inst-h">
      <button type="button" className="inst" aria-haspopup="dialog" aria-label={label} onClick={onOpen}>
        {children}
        <Icon name="down" small />
      </button>
    </h1>
  )
}
