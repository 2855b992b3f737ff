import { call } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { Badge, Empty, formatCount, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Copied } from '../../parts/copied.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { PartnerActs } from './partner-acts.tsx'
import { levelText, linkOf, ratesText, StatusBadge } from './partner-cells.tsx'
import { Shared } from './shared.tsx'
import { t } from './texts.ts'

interface Props {
  row: PartnerRow
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onOpen: (row: PartnerRow) => void
  onClose: () => void
  onChanged: () => void
}

/** One partner: his code, and who stands right below him. */
export function PartnerPanel({ row, place, onOpen, onClose, onChanged }: Props) {
  const siteId = useSiteId()
  const below = useQuery({
    queryKey: ['partners-below', siteId, row.id],
    queryFn: () => call('GET /api/console/partner', { query: { parentId: String(row.id), size: '100' } }),
  })
  return (
    <SidePanel
      title={row.name}
      badges={
        <>
          <Badge>{levelText(row.level)}</Badge>
          <StatusBadge status={row.status} />
        </>
      }
      place={place}
      onClose={onClose}
      footer={<PartnerActs row={row} onDone={onChanged} />}
    >
      <dl className="kv">
        <dt>{t('code')}</dt>
        <dd>
          <Copied text={row.code} label={t('code')} />
        </dd>
        <dt>{t('link')}</dt>
        <dd>
          <Copied text={linkOf(row)} label={t('link')} />
        </dd>
        <dt>{t('parent')}</dt>
        <dd className="num">{row.parentId ?? t('headquarters')}</dd>
        <dt>{t('rates')}</dt>
        <dd className="num">{ratesText(row)}</dd>
        {row.nextTerms && (
          <>
            <dt>{t('ratesFrom', { from: row.nextTerms.from })}</dt>
            <dd className="num">{ratesText(row.nextTerms)}</dd>
          </>
        )}
        <dt>{t('members')}</dt>
        <dd className="num">{t('memberCount', { count: formatCount(row.memberCount) })}</dd>
        <dt>{t('madeAt')}</dt>
        <dd className="num">{formatDateTime(row.createdAt)}</dd>
      </dl>
      <h3>
        {t('below')} {below.data && <Badge>{below.data.totalElements}</Badge>}
      </h3>
      {below.isError ? (
        <Empty title={t('belowFailed')}>{errorText(below.error)}</Empty>
      ) : below.data ? (
        <ul className="pn-below">
          {below.data.content.map((one) => (
            <li key={one.id}>
              <button type="button" className="lk" onClick={() => onOpen(one)}>
                {one.name}
              </button>
              <span className="num dim">{one.code}</span>
              <span className="num">{t('memberCount', { count: formatCount(one.memberCount) })}</span>
            </li>
          ))}
          {below.data.content.length === 0 && <li className="dim">{t('noBelow')}</li>}
        </ul>
      ) : (
        <Skeleton width="100%" height={64} />
      )}
      <h3>{t('shared')}</h3>
      <Shared id={row.id} />
    </SidePanel>
  )
}
