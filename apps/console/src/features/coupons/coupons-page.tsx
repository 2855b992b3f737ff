import { call, download } from '@maru/client/api/client'
import type { ConsoleCoupon } from '@maru/contract'
import { Button, formatCount, formatDateTime, formatKrw } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { CouponPanel } from './coupon-panel.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { t } from './texts.ts'
import { stateOf } from './words.ts'

const idOf = ({ id }: ConsoleCoupon) => String(id)
const read = (asked: Asked) => call('GET /api/console/coupon', { query: asked })

const columns: readonly Column<ConsoleCoupon>[] = [
  {
    id: 'code',
    head: t('title'),
    cell: ({ code, title }) => (
      <>
        <b>{title}</b>
        <small className="num">{code}</small>
      </>
    ),
  },
  { id: 'point', head: t('bonus'), align: 'right', cell: ({ point }) => formatKrw(point) },
  { id: 'multiple', head: t('conditions'), align: 'right', cell: ({ multiple }) => t('times', { multiple }) },
  {
    id: 'uses',
    head: t('used'),
    align: 'right',
    cell: ({ uses, maxUses }) => `${formatCount(uses)} / ${formatCount(maxUses)}`,
  },
  {
    id: 'window',
    head: t('period'),
    cell: ({ startsAt, endsAt }) => (
      <>
        <span className="num">{formatDateTime(startsAt)}</span>
        <small className="num">{t('until', { endsAt: formatDateTime(endsAt) })}</small>
      </>
    ),
  },
  { id: 'state', head: t('status'), cell: (row) => stateOf(row, clock.now()) },
]

/** Coupons: made by SITE and opened by FINANCE, their uses, and their end. */
export default function CouponsPage() {
  const list = usePaged<ConsoleCoupon>(['coupons'], read, { everyMs: deskPollMs, cutBy: 'all' })
  const [open, setOpen] = useState<number | null>(null)
  const [making, setMaking] = useState(false)
  const mayMake = useMay('coupons')
  useKeys([{ key: 'n', label: t('newCoupon'), run: () => setMaking(true) }], mayMake)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('title')}
      tools={
        mayMake && (
          <Button size={36} onClick={() => setMaking(true)}>
            {t('newCoupon')} <kbd>N</kbd>
          </Button>
        )
      }
      side={
        row && (
          <CouponPanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onClose={() => setOpen(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ closedAt }) => (closedAt === null ? undefined : 'done')}
        empty={[t('none'), t('noneHint')]}
        csv={{
          name: t('title'),
          read: (signal, cut) => download('GET /api/console/coupon.csv', { query: cut, signal }),
        }}
      />
      {making && <CreateDialog onDone={list.reload} onClose={() => setMaking(false)} />}
    </Page>
  )
}
