import { call, download } from '@maru/client/api/client'
import type { CapAct, StaffCap, StaffRole } from '@maru/contract'
import { rightOf } from '@maru/contract/permissions'
import { Button, formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { kindWords } from '../../parts/approval-words.ts'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { roleWords } from '../../parts/table-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { CapDialog, type CapHolder } from './cap-dialog.tsx'
import { LifeDialog } from './life-dialog.tsx'
import { t } from './texts.ts'
import { actWords } from './words.ts'

const acts = Object.keys(actWords) as CapAct[]
/** The roles that let money out, give or take it. */
const roles = (Object.keys(roleWords) as StaffRole[]).filter(
  (role) => rightOf(role, 'money') === 'write' || rightOf(role, 'bonus') === 'second',
)

/** How much roles and members of staff may do at once, and how long what they ask for waits. */
export function Caps() {
  const siteId = useSiteId()
  const mayChange = useMay('caps')
  const [holder, setHolder] = useState<CapHolder | null>(null)
  const [isLife, setIsLife] = useState(false)
  const { data, refetch } = useQuery({ queryKey: ['caps', siteId], queryFn: () => call('GET /api/console/cap') })
  if (!data) return null
  const holders: CapHolder[] = [
    ...roles.map((role) => ({ role, name: t('roleOf', { role: roleWords[role] }) })),
    ...[...new Map(data.caps.filter(({ staffId }) => staffId !== null).map((row) => [row.staffId, row])).values()].map(
      ({ staffId, name }) => ({ staffId: staffId ?? 0, name }),
    ),
  ]
  const reload = () => void refetch()
  return (
    <section className="panel staff-caps" aria-label={t('limits')}>
      <CapTable caps={data.caps} holders={holders} {...(mayChange && { onChange: setHolder })} />
      <footer className="foot">
        <span>
          {t('limitsHint', {
            usualMinutes: timeText(data.usualMinutes),
            others: data.lives.map(({ kind, minutes }) => ` · ${kindWords[kind]} ${timeText(minutes)}`).join(''),
          })}
        </span>
        <SaveCsv name={t('oneLimit')} read={(signal) => download('GET /api/console/cap.csv', { signal })} />
        {mayChange && (
          <Button size={36} onClick={() => setIsLife(true)}>
            {t('changeLifetime')}
          </Button>
        )}
      </footer>
      {holder && <CapDialog holder={holder} caps={data.caps} onDone={reload} onClose={() => setHolder(null)} />}
      {isLife && <LifeDialog lives={data.lives} onDone={reload} onClose={() => setIsLife(false)} />}
    </section>
  )
}

interface TableProps {
  caps: readonly StaffCap[]
  holders: readonly CapHolder[]
  onChange?: (holder: CapHolder) => void
}

function CapTable({ caps, holders, onChange }: TableProps) {
  return (
    <table className="t" aria-label={t('oneLimit')}>
      <thead>
        <tr>
          <th scope="col">{t('oneLimit')}</th>
          {acts.map((act) => (
            <th key={act} scope="col">
              {actWords[act]}
            </th>
          ))}
          {onChange && <th scope="col">{t('change')}</th>}
        </tr>
      </thead>
      <tbody>
        {holders.map((holder) => (
          <tr key={holder.name}>
            <th scope="row">{holder.name}</th>
            {acts.map((act) => (
              <td key={act} className="num">
                {wonText(wonOf(caps, holder, act))}
              </td>
            ))}
            {onChange && (
              <td>
                <Button
                  size={36}
                  onClick={() => onChange(holder)}
                  aria-label={t('changeLimitOf', { name: holder.name })}
                >
                  {t('changeDots')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const wonText = (won: string | null) => (won === null ? t('none') : formatKrw(won))

/** The cap of a holder; null: none. */
const wonOf = (caps: readonly StaffCap[], { role, staffId }: CapHolder, act: CapAct): string | null =>
  caps.find((row) => row.act === act && (role === undefined ? row.staffId === staffId : row.role === role))?.won ?? null

const timeText = (minutes: number) =>
  minutes % 60 === 0 ? t('hours', { hours: minutes / 60 }) : t('minutes', { minutes })
