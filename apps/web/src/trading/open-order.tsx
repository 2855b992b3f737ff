import type { PositionSide } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import type { ReactNode } from 'react'
import { SideBadge } from './side-badge.tsx'

interface OpenOrderProps {
  name: string
  side: PositionSide
  sideWord: string
  typeWord: string
  /** Further marks behind side and type. */
  marks: ReactNode
  /** What it waits for; what is false is left out. */
  figures: readonly (readonly [label: string, value: string] | false)[]
  createdAt: number
  cancelWord: string
  isBusy: boolean
  onCancel: () => void
}

/** An open order with all that it waits for, and its cancel button. */
export function OpenOrder({ name, side, sideWord, typeWord, marks, figures, createdAt, ...cancel }: OpenOrderProps) {
  return (
    <article className="ord" aria-label={`${name} ${typeWord} ${sideWord}`}>
      <div className="ord-h">
        <b>{name}</b>
        <SideBadge side={side}>{sideWord}</SideBadge>
        <Badge>{typeWord}</Badge>
        {marks}
      </div>
      <dl className="ord-g num">
        {figures
          .filter((figure) => figure !== false)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className="ord-f">
        <time className="num" dateTime={new Date(createdAt).toISOString()}>
          {formatDateTime(createdAt)}
        </time>
        <Button size={36} disabled={cancel.isBusy} onClick={cancel.onCancel}>
          {cancel.cancelWord}
        </Button>
      </div>
    </article>
  )
}
