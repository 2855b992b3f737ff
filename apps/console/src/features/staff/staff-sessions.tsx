import { call } from '@maru/client/api/client'
import type { Session, StaffRow } from '@maru/contract'
import { Badge, Button, Empty, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** Where a member of staff is signed in now; one SUPER ends one of them, or all. */
export function StaffSessions({ row }: { row: StaffRow }) {
  const siteId = useSiteId()
  const mayEnd = useMay('staff')
  const params = { id: String(row.id) }
  const [ending, setEnding] = useState<Session | 'all' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-sessions', siteId, row.id],
    queryFn: () => call('GET /api/console/staff/:id/session', { params }),
    refetchInterval: 30_000,
  })
  return (
    <section className="staff-sessions" aria-label={t('sessions')} aria-busy={!data && !error}>
      <h3>
        {t('sessions')} {data && <Badge>{data.length}</Badge>}
        {mayEnd && data && data.length > 1 && (
          <Button size={36} onClick={() => setEnding('all')}>
            {t('endAllDots')}
          </Button>
        )}
      </h3>
      {error && !data ? (
        <Empty title={t('sessionsFailed')}>{errorText(error)}</Empty>
      ) : data ? (
        <ul>
          {data.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.device}</b> {one.current && <Badge tone="ok">{t('thisOne')}</Badge>}
                <small className="num">{one.ip}</small>
                <small className="num">{t('sessionBegan', { at: formatDateTime(one.createdAt) })}</small>
                <small className="num">{t('sessionUsed', { at: formatDateTime(one.lastSeenAt) })}</small>
              </span>
              {mayEnd && (
                <Button size={36} aria-label={t('endOf', { device: one.device })} onClick={() => setEnding(one)}>
                  {t('endDots')}
                </Button>
              )}
            </li>
          ))}
          {data.length === 0 && <li className="dim">{t('nowhere')}</li>}
        </ul>
      ) : (
        <Skeleton width="100%" height={84} />
      )}
      {ending !== null && data && (
        <EndDialog
          row={row}
          sessions={data}
          which={ending}
          onDone={() => void refetch()}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  )
}

interface EndProps {
  row: StaffRow
  sessions: readonly Session[]
  which: Session | 'all'
  onDone: () => void
  onClose: () => void
}

/** What ends, and why. Whoever works there is at the sign-in at once. */
function EndDialog({ row, sessions, which, onDone, onClose }: EndProps) {
  const isAll = which === 'all'
  const after = isAll ? 0 : sessions.length - 1
  return (
    <ActionDialog
      title={isAll ? t('endAllTitle', { name: row.name }) : t('endOneTitle', { name: row.name, device: which.device })}
      confirm={isAll ? t('endAll') : t('end')}
      done={isAll ? t('endedAll') : t('endedOne')}
      changes={[
        { name: t('sessions'), before: t('places', { count: sessions.length }), after: t('places', { count: after }) },
      ]}
      canned={[t('whyLeftOpen'), t('whyUnknown')]}
      run={({ reason, key }) =>
        call('POST /api/console/staff/:id/session/end', {
          params: { id: String(row.id) },
          body: isAll ? { reason } : { reason, sessionId: which.id },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    />
  )
}
