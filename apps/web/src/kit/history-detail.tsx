import type { PositionSide } from '@maru/contract'
import { Sheet, Skeleton } from '@maru/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../lists/index.ts'
import { SideBadge } from '../trading/side-badge.tsx'

interface DetailSheetProps<Row> {
  /** What is shown; null while nothing is. */
  row: Row | null
  title: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** The sheet of a row of a history. */
export const DetailSheet = <Row,>({ row, title, onClose, children }: DetailSheetProps<Row>) => (
  <Sheet open={row !== null} title={title} onClose={onClose} className="hx-sheet">
    {row && children(row)}
  </Sheet>
)

interface DetailHeadProps {
  name: string
  side: PositionSide
  sideWord: ReactNode
  /** Type of the order, margin type. */
  kind: string
}

/** What a row is of. */
export const DetailHead = ({ name, side, sideWord, kind }: DetailHeadProps) => (
  <p className="hx-h">
    <b>{name}</b>
    <SideBadge side={side}>{sideWord}</SideBadge>
    <span>{kind}</span>
  </p>
)

interface OrderFillsProps<Fill> {
  query: UseQueryResult<Fill[]>
  t: (word: 'fillsOf' | 'noFillsYet', params?: { readonly count: number }) => string
  /** Draws a fill. */
  children: (fill: Fill) => ReactNode
}

/** The fills of an order. */
export function OrderFills<Fill>({ query, t, children }: OrderFillsProps<Fill>) {
  const fills = query.data ?? []
  return (
    <>
      <h3 className="hx-f">{t('fillsOf', { count: fills.length })}</h3>
      <Loaded
        query={query}
        isEmpty={fills.length === 0}
        empty={[t('noFillsYet'), '']}
        skeleton={<Skeleton height={56} />}
      >
        {fills.map(children)}
      </Loaded>
    </>
  )
}
