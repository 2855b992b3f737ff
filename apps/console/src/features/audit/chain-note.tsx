import { call } from '@maru/client/api/client'
import { Badge, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { t } from './texts.ts'

/** Whether the chain of the log held when it was last verified, and how far it has come since. */
export function ChainNote() {
  const { data } = useQuery({
    queryKey: ['audit-chain'],
    queryFn: () => call('GET /api/console/audit/chain'),
    refetchInterval: 60_000,
  })
  if (!data) return null
  const { check, sealed } = data
  if (check === null) return <p className="panel chain">{t('notVerified')}</p>
  return (
    <p className="panel chain" role={check.isWhole ? undefined : 'alert'}>
      <Badge tone={check.isWhole ? 'ok' : 'down'}>{check.isWhole ? t('chainOk') : t('chainBroken')}</Badge>
      <span className="num">
        {t('verified', { at: formatDateTime(check.at), count: check.acts.toLocaleString('ko-KR') })}
      </span>
      {check.brokenAt !== null && <b>{t('badRecord', { seq: check.brokenAt.toLocaleString('ko-KR') })}</b>}
      {check.strays > 0 && <b>{t('outside', { count: check.strays.toLocaleString('ko-KR') })}</b>}
      {sealed > check.acts && (
        <span className="dim">{t('added', { count: (sealed - check.acts).toLocaleString('ko-KR') })}</span>
      )}
    </p>
  )
}
